import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What an owner fills in, as the repository came with it: the same tests pass before and after. */
const asItCame: readonly (readonly [RegExp, (env: string, count: number) => string])[] = [
  [
    /^SITE_ORIGIN = .*/gm,
    (env) => `SITE_ORIGIN = "${env ? "https://staging.fivewright.example" : "http://localhost:8787"}"`,
  ],
  [/^MAIL_FROM = .*/gm, () => 'MAIL_FROM = "website@fivewright.example"'],
  [/^MAIL_TEST_TO = .*/gm, () => 'MAIL_TEST_TO = "operator@fivewright.example"'],
  [/^INDEXNOW_KEY = .*/gm, () => 'INDEXNOW_KEY = ""'],
  [/^database_id = .*/gm, (env, count) => `database_id = "00000000-0000-0000-0000-0000000000${env ? 1 : 0}${count}"`],
  [/^(jurisdiction|AUTH_SECRET_PREVIOUS_UNTIL) = .*\n/gm, () => ""],
];

/** wrangler.toml without what `npm run provision` and its owner have written into it. */
export function readFreshConfig(text = readFileSync(join(import.meta.dirname, "../wrangler.toml"), "utf8")): string {
  const at = text.search(/^\[env\.staging\]/m);
  const restore = (part: string, env: string) =>
    asItCame.reduce((made, [pattern, write]) => {
      let count = 0;
      return made.replaceAll(pattern, () => write(env, count++));
    }, part);
  return restore(text.slice(0, at), "") + restore(text.slice(at), "staging");
}
