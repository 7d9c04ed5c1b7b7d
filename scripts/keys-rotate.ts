import { publishedFor } from "../worker/accounts/signing-keys.ts";
import { exitWithError } from "./lib/command.ts";
import { executeD1, queryD1, readSecretOf, type Target } from "./lib/d1.ts";
import { readOptions } from "./lib/operator-options.ts";
import { describeKeys, type KeyRow, listKeysSql, writeRotationSql } from "./lib/keys-sql.ts";

const usage = `Usage: npm run keys:rotate [-- --now | --retire] [--local | --remote] [--persist-to DIR]

Makes the next signing key the current one and publishes a new next key. Sessions go on. The site does this by itself
every 30 days.

  (nothing)          rotates if the next key has been published long enough for everybody to know it
  --now              rotates in any case
  --retire           rotates in any case, and the current key is invalid at once: for a key that somebody else has
  --local            in the database of \`npm start\` on this machine (the usual choice)
  --remote           in the deployed database
  --persist-to DIR   in another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this

For --remote, AUTH_SECRET in the environment must be the deployed Worker's.`;

const values = readOptions(usage, { now: { type: "boolean" }, retire: { type: "boolean" } });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if ((values.local && values.remote) || (values.now && values.retire)) exitWithError(usage);

const target: Target = values.remote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] };
const before = await queryD1<KeyRow>(target, listKeysSql).catch(() =>
  exitWithError(
    target.kind === "local"
      ? "There is no local database: `npm start` makes one."
      : "The deployed database could not be read. Is somebody signed in (`npx wrangler login`), and has `npm run deploy` made its tables?",
  ),
);
const next = before.find(({ state }) => state === "next");
const knownAt = (next?.created_at ?? Date.now()) + publishedFor;
if (!before.some(({ state }) => state === "current"))
  exitWithError(`The ${target.kind} database has no signing key yet: the first sign-in makes one.`);
if (!values.now && !values.retire && knownAt > Date.now())
  exitWithError(
    `The next key is too new: whoever keeps the published keys may not know it before ${new Date(knownAt).toISOString()}.
Wait until then, or add --now.`,
  );

const secret = await readSecretOf(target);
await executeD1(target, await writeRotationSql(secret, { atOnce: values.retire === true }));
console.log(`The signing keys of the ${target.kind} database:`);
for (const line of describeKeys(await queryD1<KeyRow>(target, listKeysSql))) console.log(line);
if (values.retire) console.log("Access tokens of the former key are refused from now on. Sessions renew themselves.");
