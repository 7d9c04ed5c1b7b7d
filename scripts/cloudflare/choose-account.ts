import type { Unstable_Config as Config } from "wrangler";
import { type Cloudflare, listAccounts, openAccount } from "./api.ts";

/**
 * The account to work on: `wanted`, CLOUDFLARE_ACCOUNT_ID, that of wrangler.toml, or the only one there is.
 * @throws {Error} naming the accounts when there are several and none is chosen, or when the chosen one is not among them
 */
export async function chooseAccount(config: Pick<Config, "account_id">, wanted?: string): Promise<Cloudflare> {
  const { connection, accounts } = await listAccounts();
  const chosen = wanted ?? process.env["CLOUDFLARE_ACCOUNT_ID"] ?? config.account_id;
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (chosen !== undefined) {
    const found = accounts.find(({ id, name }) => id === chosen || name === chosen);
    if (!found) throw new Error(`You may not use the account ${chosen}. These you may:\n${list}`);
    return openAccount(connection, found.id);
  }
  const [only, ...others] = accounts;
  if (!only) throw new Error("This sign-in may use no account.");
  if (others.length > 0)
    throw new Error(
      `You may use several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of these (npm run provision takes it as --account):\n${list}`,
    );
  return openAccount(connection, only.id);
}
