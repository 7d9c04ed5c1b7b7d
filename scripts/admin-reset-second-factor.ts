import { z } from "zod";
import { writeResetSql } from "./lib/account-sql.ts";
import { exitWithError } from "./lib/command.ts";
import { executeD1, type Target } from "./lib/d1.ts";
import { readOptions } from "./lib/operator-options.ts";

const usage = `Usage: npm run admin:reset-second-factor -- --email somebody@example.com [--local | --remote] [--persist-to DIR]

Takes passkeys, authenticator apps and recovery codes from an account, for somebody who has lost all of them. Make sure
first that it is them who asks. Their sessions end; the password stays. If their role needs a second factor, the next
sign-in leads to setting up a new one. The audit log says that it was done.

  --email ADDRESS    whose second factors to remove
  --local            in the database of \`npm start\` on this machine (the usual choice)
  --remote           in the deployed database
  --persist-to DIR   in another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this`;

const values = readOptions(usage, { email: { type: "string" } });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const email = z.email().safeParse(values.email?.trim().toLowerCase()).data;
if (!email || (values.local && values.remote)) exitWithError(usage);

const target: Target = values.remote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] };
try {
  await executeD1(target, writeResetSql({ email }));
} catch (error) {
  if (/CHECK constraint/.test(String(error))) exitWithError(`No account has the address ${email}.`);
  exitWithError(`${(error as Error).message}\nNothing was changed.`);
}
console.log(`${email} has no second factor any longer, in the ${target.kind} database. Their sessions have ended.`);
