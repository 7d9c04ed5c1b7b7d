import type { Role } from "../../shared/permissions.ts";
import { hashPassword, verifyPassword } from "../../worker/accounts/passwords/passwords.ts";
import { writeAccountSql } from "../lib/account-sql.ts";
import { readLocalSecret } from "../lib/local-site.ts";
import { companyBegan } from "./past.ts";

const demoPassword = "demo-only-password";

const accounts: { email: string; name: string; roles: Role[] }[] = [
  { email: "super@demo.example", name: "Sofia Lindqvist", roles: ["super_admin"] },
  { email: "marketing@demo.example", name: "Marc Oduya", roles: ["marketing_admin"] },
  { email: "talent@demo.example", name: "Tessa Brandt", roles: ["talent_admin"] },
  { email: "hr@demo.example", name: "Henrik Ruiz", roles: ["HR"] },
  { email: "norole@demo.example", name: "Nora Lemaire", roles: [] },
];

interface StoredAccount {
  email: string;
  name: string | null;
  password_hash: string | null;
}

/** Stores the demo accounts that are missing or not as they should be. The Worker accepts them on localhost only. */
export async function seedAccounts(db: D1Database): Promise<void> {
  const secret = readLocalSecret();
  const { results: stored } = await db
    .prepare("SELECT email, name, password_hash FROM accounts WHERE is_demo = 1")
    .all<StoredAccount>();
  // They have one hash, because each takes a sixth of a second.
  const checks = [...new Set(stored.map((row) => row.password_hash))].map(
    async (hash) => [hash, await isDemoPassword(hash, secret)] as const,
  );
  const fitting = new Map(await Promise.all(checks));
  const isInOrder = ({ email, name }: (typeof accounts)[number]) => {
    const known = stored.find((row) => row.email === email);
    return known?.name === name && (fitting.get(known.password_hash) ?? false);
  };
  const missing = accounts.filter((account) => !isInOrder(account));
  const hash = missing.length > 0 ? await hashPassword(demoPassword, secret) : undefined;
  const demo = { password: demoPassword, hash, isDemo: true, action: "user.seeded", at: companyBegan } as const;
  const written = await Promise.all(missing.map((account) => writeAccountSql({ ...account, ...demo }, secret)));
  const statements = written.flat();
  if (statements.length > 0) await db.batch(statements.map((sql) => db.prepare(sql)));
  const made = missing.length;
  console.log(`Demo accounts: ${made} made, ${accounts.length - made} in order.`);
}

/** A hash made with another AUTH_SECRET would not accept the password. */
async function isDemoPassword(hash: string | null, secret: string): Promise<boolean> {
  return hash !== null && (await verifyPassword(demoPassword, hash, [secret])).matches;
}
