import { newAccountSchema } from "../app/shared/account-schemas.ts";
import { cleanLine } from "../app/shared/clean-line.ts";
import { brand } from "../app/content/brand.ts";
import { describeStrength, judgePassword, listOwnWords } from "../app/shared/password-strength.ts";
import { superAdmin } from "../app/shared/permissions.ts";
import { writeAccountSql } from "./lib/account-sql.ts";
import { exitWithError } from "./lib/command.ts";
import { executeD1, readSecretOf, type Target } from "./lib/d1.ts";
import { readOptions } from "./lib/operator-options.ts";
import { askSecretly } from "./lib/prompt.ts";

const usage = `Usage: npm run admin:create -- --email you@example.com [--name "Your Name"] [--local | --remote] [--persist-to DIR]

Makes a super admin. An address that has an account gets the new password and the role, and its sessions end.

  --email ADDRESS    whom to make a super admin
  --name NAME        what colleagues read beside the address
  --local            in the database of \`npm start\` on this machine (the usual choice)
  --remote           in the deployed database
  --persist-to DIR   in another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this

The password is asked for, or comes from ADMIN_PASSWORD in the environment. For --remote, AUTH_SECRET in the
environment must be the deployed Worker's.`;

const values = readOptions(usage, { email: { type: "string" }, name: { type: "string" } });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (!values.email || (values.local && values.remote)) exitWithError(usage);

const target: Target = values.remote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] };
const parsed = newAccountSchema.safeParse({ email: values.email, password: await readPassword() });
if (!parsed.success) exitWithError(parsed.error.issues.map(({ message }) => message).join("\n"));
const { email, password } = parsed.data;
const name = cleanLine(values.name ?? "", 120);
const strength = judgePassword(password, listOwnWords([email, name, brand.name, ...brand.tagline]));
if (strength.level === "guessable") exitWithError(describeStrength(strength));

const account = {
  email,
  name,
  password,
  roles: [superAdmin],
  isDemo: false,
  action: "user.made_by_operator",
} as const;
try {
  await executeD1(target, await writeAccountSql(account, await readSecretOf(target)));
} catch (error) {
  const made = target.kind === "local" ? "npm start" : "npm run deploy";
  exitWithError(`${(error as Error).message}\nNo account was made. Its tables are there once \`${made}\` has run.`);
}
console.log(`${email} is a super admin of the ${target.kind} database.`);

async function readPassword(): Promise<string> {
  const given = process.env["ADMIN_PASSWORD"];
  if (given !== undefined) return given;
  const first = await askSecretly("Password (15 characters or more): ");
  if (first !== (await askSecretly("Once more: "))) exitWithError("The two are not the same.");
  return first;
}
