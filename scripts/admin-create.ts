/**
 * Makes a super admin: `npm run admin:create -- --email you@example.com [--local | --remote] [--persist-to DIR]`.
 * The passphrase is asked for, or comes from ADMIN_PASSPHRASE. For --remote, AUTH_SECRET in the environment must be the
 * deployed Worker's. An address that has an account gets the new passphrase and the role, and its sessions end.
 */
import { parseArgs } from "node:util";
import { signUpSchema } from "../app/shared/account-schemas.ts";
import { isCommonPassword } from "../worker/accounts/common-passwords.ts";
import { writeAccountSql } from "./lib/account-sql.ts";
import { executeD1, readLocalSecret, type Target } from "./lib/d1.ts";
import { askSecretly } from "./lib/prompt.ts";

const { values } = parseArgs({
  options: {
    email: { type: "string" },
    local: { type: "boolean" },
    remote: { type: "boolean" },
    "persist-to": { type: "string", default: ".wrangler/state" },
  },
});
if (!values.email || (values.local && values.remote)) {
  fail("Usage: npm run admin:create -- --email you@example.com [--local | --remote]");
}

const target: Target = values.remote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] };
const parsed = signUpSchema.safeParse({ email: values.email, password: await readPassphrase() });
if (!parsed.success) fail(parsed.error.issues.map(({ message }) => message).join("\n"));
const { email, password } = parsed.data;
if (isCommonPassword(password, email)) fail("This passphrase is easy to guess. Use a few unrelated words.");

const account = { email, password, roles: ["super_admin"], isDemo: false, action: "user.made_by_operator" } as const;
await executeD1(target, await writeAccountSql(account, await readSecret()));
console.log(`${email} is a super admin of the ${target.kind} database.`);

async function readPassphrase(): Promise<string> {
  const given = process.env["ADMIN_PASSPHRASE"];
  if (given !== undefined) return given;
  const first = await askSecretly("Passphrase (15 characters or more): ");
  if (first !== (await askSecretly("Once more: "))) fail("The two are not the same.");
  return first;
}

async function readSecret(): Promise<string> {
  if (target.kind === "local") return readLocalSecret();
  return process.env["AUTH_SECRET"] ?? fail("Set AUTH_SECRET to the secret of the deployed Worker.");
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
