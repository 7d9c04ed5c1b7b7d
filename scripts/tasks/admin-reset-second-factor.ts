import { newAccountSchema } from "../../shared/accounts/account-schemas.ts";
import { adminResetSecondFactor } from "../commands/data.ts";
import { writeResetSql } from "../lib/account-sql.ts";
import { exitWithError } from "../lib/command.ts";
import { explainMissingTables, openSite, runStatements } from "../lib/open-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { describeTarget, readTarget } from "../lib/target.ts";

const { values } = readCommandLine(adminResetSecondFactor);
const target = readTarget(values);
const email = newAccountSchema.shape.email.safeParse(values.email).data;
if (!email) exitWithError(`"${values.email}" is no e-mail address: give one such as somebody@example.com.`);

const site = await openSite(target, { writer: adminResetSecondFactor.run });
try {
  await runStatements(site.env.DB, writeResetSql({ email }));
} catch (error) {
  const { message } = error as Error;
  exitWithError(
    message.includes("CHECK constraint")
      ? `No account of the ${describeTarget(target)} has the address ${email}. /user-management lists them all.`
      : `${explainMissingTables(error as Error, target)}\nNothing was changed.`,
  );
} finally {
  await site.close();
}
console.log(`${email} has no second factor any longer, in the ${describeTarget(target)}. Their sessions have ended.`);
