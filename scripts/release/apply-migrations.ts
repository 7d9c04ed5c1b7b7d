import type { Unstable_Config as Config } from "wrangler";
import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { askMigrations } from "../launch/ask-account.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { runWrangler } from "./run-wrangler.ts";

interface Options {
  env: string | undefined;
  /** A line for the person who runs it. */
  say(line: string): void;
}

/**
 * Applies the migrations that each database of wrangler.toml lacks, in its order.
 * @throws {Error} naming the migration that failed, what was applied before it, and what to do
 */
export async function applyMigrations(account: Cloudflare, config: Config, { env, say }: Options): Promise<void> {
  const pending = await askMigrations(config, account).catch((error: Error) => {
    throw new Error(describeStop(error.message, `${error.message}\nNothing was done.`));
  });
  for (const [binding, names] of Object.entries(pending)) {
    if (names.length > 0) {
      const args = ["d1", "migrations", "apply", binding, "--remote", "--env", env ?? ""];
      const { code, said } = await runWrangler(account, args, { isQuiet: true });
      if (code !== 0) throw new Error(describeStop(said, await tellApplied(account, config, binding, names)));
    }
    say(`  ${binding.padEnd(12)} ${names.length === 0 ? "has all" : `${names.length} applied, up to ${names.at(-1)}`}`);
  }
}

const describeStop = (said: string, outcome: string) =>
  [outcome, explainRefusal(said), "The site answers as before. Run the same command again: it goes on from there."]
    .filter(Boolean)
    .join("\n");

/** How far it came, as the database itself says. */
async function tellApplied(
  account: Cloudflare,
  config: Config,
  binding: string,
  names: readonly string[],
): Promise<string> {
  try {
    const left = (await askMigrations(config, account))[binding] ?? [];
    const done = names.filter((name) => !left.includes(name));
    const before =
      done.length === 0 ? "None was applied before it" : `Applied before it, and they stay: ${done.join(", ")}`;
    return `\n${left[0]} of ${binding} was not applied. ${before}.`;
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    return `\nThe migrations of ${binding} stopped on their way, and how far they came cannot be asked now.`;
  }
}
