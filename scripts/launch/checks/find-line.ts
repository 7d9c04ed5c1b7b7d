import type { LaunchFacts } from "../types.ts";

/** The line in the part of the file that is of the environment which is launched. */
export function findLine({ config, configText }: Pick<LaunchFacts, "config" | "configText">, near: string): string {
  const lines = configText.split("\n");
  const from = config.targetEnvironment
    ? Math.max(
        0,
        lines.findIndex((each) => each.trim() === `[env.${config.targetEnvironment}]`),
      )
    : 0;
  const own = lines.slice(from);
  const begun = own.findIndex((each) => each.trimStart().startsWith(near));
  const at = begun === -1 ? own.findIndex((each) => each.includes(near)) : begun;
  return at === -1 ? "wrangler.toml" : `wrangler.toml:${from + at + 1}`;
}
