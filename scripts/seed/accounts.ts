import type { Role } from "../../app/shared/permissions.ts";
import { verifyPassword } from "../../worker/accounts/passwords.ts";
import { writeAccountSql } from "../lib/account-sql.ts";
import { readLocalSecret } from "../lib/d1.ts";
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
  const secret = await readLocalSecret();
  const { results: stored } = await db
    .prepare("SELECT email, name, password_hash FROM users WHERE is_demo = 1")
    .all<StoredAccount>();
  const written = await Promise.all(
    accounts.map(async ({ email, name, roles }) => {
      const known = stored.find((row) => row.email === email);
      if (known?.name === name && (await hasDemoPassword(known, secret))) return [];
      return writeAccountSql(
        { email, name, roles, password: demoPassword, isDemo: true, action: "user.seeded", at: companyBegan },
        secret,
      );
    }),
  );
  const statements = written.flat();
  if (statements.length > 0) await db.batch(statements.map((sql) => db.prepare(sql)));
  const made = written.filter(({ length }) => length > 0).length;
  console.log(`Demo accounts: ${made} made, ${accounts.length - made} in order.`);
}

/** A hash made with another AUTH_SECRET would not accept the password. */
async function hasDemoPassword({ password_hash: hash }: StoredAccount, secret: string): Promise<boolean> {
  return hash !== null && (await verifyPassword(demoPassword, hash, [secret])).matches;
}
