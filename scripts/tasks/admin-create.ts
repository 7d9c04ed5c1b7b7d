// Runs in this process, because it asks for the password on the terminal.
import { brand } from "../../app/content/brand.ts";
import { newAccountSchema } from "../../shared/accounts/account-schemas.ts";
import { cleanLine } from "../../shared/text/clean-line.ts";
import { describeStrength, judgePassword, listOwnWords } from "../../shared/accounts/password-strength.ts";
import { superAdmin } from "../../shared/permissions.ts";
import { isBreachedPassword } from "../../worker/accounts/passwords/breached-passwords.ts";
import { createLogger } from "../../worker/lib/log.ts";
import { adminCreate } from "../commands/data.ts";
import { writeAccountSql } from "../lib/account-sql.ts";
import { exitWithError } from "../lib/command.ts";
import { explainMissingTables, openSite, runStatements } from "../lib/open-site.ts";
import { askSecretly } from "../lib/prompt.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { readSecret } from "../lib/read-secret.ts";
import { describeTarget, readTarget } from "../lib/target.ts";

const { values } = readCommandLine(adminCreate);
const target = readTarget(values);
const email = newAccountSchema.shape.email.safeParse(values.email).data;
if (!email) exitWithError(`"${values.email}" is no e-mail address: give one such as you@example.com.`);
const name = cleanLine(values.name ?? "", 120);

const site = await openSite(target, { writer: adminCreate.run });
try {
  const { DB } = site.env;
  const secret = await readSecret(site, { isNew: values["new-secret"] });
  const known = await DB.prepare("SELECT name FROM accounts WHERE email = ?")
    .bind(email)
    .first<{ name: string | null }>();
  if (known)
    console.error(
      `${email} has an account already (${known.name ?? "without a name"}). It gets the password and the role of a super admin, and its sessions end.`,
    );
  const password = await readPassword();
  await checkPassword(password);
  const account = {
    email,
    name,
    password,
    roles: [superAdmin],
    isDemo: false,
    action: "user.made_by_operator",
  } as const;
  await runStatements(DB, await writeAccountSql(account, secret));
  console.log(`${email} is a super admin of the ${describeTarget(target)}.`);
} catch (error) {
  exitWithError(`${explainMissingTables(error as Error, target)}\nNo account was made.`);
} finally {
  await site.close();
}

async function readPassword(): Promise<string> {
  const given = process.env["ADMIN_PASSWORD"];
  if (given !== undefined) return given;
  const first = await askSecretly("Password (15 characters or more): ");
  const again = await askSecretly("Once more: ", { orNothing: true });
  if (again !== null && first !== again) throw new Error("The two are not the same.");
  return first;
}

/** @throws {Error} that says what is wrong with it */
async function checkPassword(password: string): Promise<void> {
  const parsed = newAccountSchema.shape.password.safeParse(password);
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join("\n"));
  const strength = judgePassword(password, listOwnWords([email ?? "", name, brand.name, ...brand.tagline]));
  if (strength.level === "guessable") throw new Error(describeStrength(strength));
  if (await isBreachedPassword(password, { env: site.env, log: createLogger("admin:create") }))
    throw new Error("This password is in a known data breach. Choose another.");
}
