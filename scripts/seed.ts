/**
 * Demo accounts, openings, articles, enquiries and dead letters for the embedded database: `node scripts/seed.ts --local --persist-to
 * DIR`. Does nothing where they are in order already. Knows no way to a remote database, and the Worker lets these accounts
 * in on localhost alone.
 */
import { parseArgs } from "node:util";
import type { Role } from "../app/shared/permissions.ts";
import { verifyPassword } from "../worker/accounts/passwords.ts";
import { writeAccountSql } from "./lib/account-sql.ts";
import { executeD1, queryD1, readLocalSecret, type Target } from "./lib/d1.ts";

const demoPassword = "demo-only-password";

const accounts: { email: string; name: string; roles: Role[] }[] = [
  { email: "super@demo.example", name: "Sofia Lindqvist", roles: ["super_admin"] },
  { email: "marketing@demo.example", name: "Marc Oduya", roles: ["marketing_admin"] },
  { email: "talent@demo.example", name: "Tessa Brandt", roles: ["talent_admin"] },
  { email: "hr@demo.example", name: "Henrik Ruiz", roles: ["HR"] },
  { email: "norole@demo.example", name: "Nora Lemaire", roles: [] },
];

const { values } = parseArgs({
  options: {
    local: { type: "boolean" },
    remote: { type: "boolean" },
    "persist-to": { type: "string", default: ".wrangler/state" },
  },
});
if (!values.local || values.remote) {
  console.error("Demo accounts are for the embedded database: node scripts/seed.ts --local [--persist-to DIR]");
  process.exit(1);
}

const target: Target = { kind: "local", state: values["persist-to"] };
const secret = await readLocalSecret();
const stored = await queryD1(target, "SELECT email, name, password_hash FROM users WHERE is_demo = 1");
const statements: string[] = [];
for (const { email, name, roles } of accounts) {
  if (await isInOrder(email, name)) continue;
  const account = { email, name, roles, password: demoPassword, isDemo: true, action: "user.seeded" as const };
  statements.push(await writeAccountSql(account, secret));
}
if (statements.length > 0) await executeD1(target, statements.join("\n"));
console.log(`Demo accounts: ${statements.length} made, ${accounts.length - statements.length} in order.`);
// Imported late, because they load wrangler and the art generators.
const [{ seedJobs }, { seedInsights }, { seedEnquiries }, { seedDeadLetters }] = await Promise.all([
  import("./seed/jobs.ts"),
  import("./seed/insights.ts"),
  import("./seed/enquiries.ts"),
  import("./seed/dead-letters.ts"),
]);
await seedJobs(values["persist-to"]);
await seedInsights(values["persist-to"]);
await seedEnquiries(values["persist-to"]);
await seedDeadLetters(values["persist-to"]);

/** A hash made with another AUTH_SECRET would not accept the password. */
async function isInOrder(email: string, name: string): Promise<boolean> {
  const row = stored.find((row) => row["email"] === email);
  const hash = row?.["password_hash"];
  return (
    row?.["name"] === name && typeof hash === "string" && (await verifyPassword(demoPassword, hash, secret)).matches
  );
}
