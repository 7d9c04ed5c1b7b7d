import { jurisdictions, type Region } from "./types.ts";

/** wrangler.toml is edited as text, so that its comments and its order stay. */

interface Section {
  /** Of its first line, which has the header, and of the line after its last. */
  from: number;
  to: number;
}

/** Sections such as `[[d1_databases]]`, of the environment `env` where one is named. */
function findSections(lines: readonly string[], name: string, env?: string): Section[] {
  const header = env ? `[[env.${env}.${name}]]` : `[[${name}]]`;
  return lines.flatMap((line, from) => {
    if (line.trim() !== header) return [];
    const next = lines.findIndex((each, index) => index > from && each.trimStart().startsWith("["));
    return [{ from, to: next === -1 ? lines.length : next }];
  });
}

/**
 * `toml` with an id in the section of a database.
 * @throws {Error} when it has no section for `binding`
 */
export function writeDatabaseId(
  toml: string,
  { binding, id, env }: { binding: string; id: string; env?: string },
): string {
  const lines = toml.split("\n");
  const section = findSections(lines, "d1_databases", env).find(({ from, to }) =>
    lines.slice(from, to).some((line) => new RegExp(`^\\s*binding\\s*=\\s*["']${binding}["']`).test(line)),
  );
  if (!section) throw new Error(`wrangler.toml has no database ${binding}${env ? ` in [env.${env}]` : ""}.`);
  return writeKey(lines, section, "database_id", id).join("\n");
}

/** `toml` with the jurisdiction in the sections of all buckets; a place that is only asked for has none. */
export function writeJurisdiction(toml: string, region: Region, env?: string): string {
  if (!(region in jurisdictions)) return toml;
  const lines = toml.split("\n");
  return findSections(lines, "r2_buckets", env)
    .toReversed()
    .reduce((written, section) => writeKey(written, section, "jurisdiction", region), lines)
    .join("\n");
}

/** `toml` with a variable of `[vars]`. */
export function writeVariable(
  toml: string,
  { name, value, env }: { name: string; value: string; env?: string },
): string {
  const lines = toml.split("\n");
  return writeKey(lines, findVariables(lines, env), name, value).join("\n");
}

/** `toml` without a variable of `[vars]`. */
export function deleteVariable(toml: string, { name, env }: { name: string; env?: string }): string {
  const lines = toml.split("\n");
  const { from, to } = findVariables(lines, env);
  const pattern = new RegExp(`^\\s*${name}\\s*=`);
  return lines.filter((line, index) => index <= from || index >= to || !pattern.test(line)).join("\n");
}

/** @throws {Error} when there is no `[vars]` */
function findVariables(lines: readonly string[], env?: string): Section {
  const header = env ? `[env.${env}.vars]` : "[vars]";
  const from = lines.findIndex((line) => line.trim() === header);
  if (from === -1) throw new Error(`wrangler.toml has no ${header}.`);
  const next = lines.findIndex((line, index) => index > from && line.trimStart().startsWith("["));
  return { from, to: next === -1 ? lines.length : next };
}

/** The lines with `key` set in a section: in its own line where it has one, below the last entry otherwise. */
function writeKey(lines: readonly string[], { from, to }: Section, key: string, value: string): string[] {
  const line = `${key} = ${JSON.stringify(value)}`;
  const pattern = new RegExp(`^\\s*${key}\\s*=`);
  const at = lines.findIndex((each, index) => index > from && index < to && pattern.test(each));
  if (at !== -1) return lines.with(at, line);
  const last = lines.findLastIndex(
    (each, index) => index >= from && index < to && each.trim() !== "" && !each.startsWith("#"),
  );
  return lines.toSpliced(last + 1, 0, line);
}

/** app/content/legal.ts with the region in it, unless somebody has written one. */
export function writeDataRegion(legal: string, region: string): string {
  return legal.replace(/(dataRegion: )"\[[^"]*\]"/, (_, head: string) => `${head}${JSON.stringify(region)}`);
}
