/** Where the runbook is on the site. */
const runbookPath = "/operations/runbook";

/** Of what `key` says ("check outbox", "job back up", "fact Outbox", "errors 4f2a…"), the place in the runbook: a path with its hash. */
export function findRunbookPlace(key: string): string {
  const [kind = "", name] = /^(check|job|fact) (.+)$/.exec(key)?.slice(1) ?? [];
  if (name !== undefined) return `${runbookPath}#${namePlace(kind === "fact" ? "line" : kind, name)}`;
  return `${runbookPath}#${namePlace("alert", key.startsWith("errors") ? "errors" : key)}`;
}

/** The id of a row about `name` in the table of `kind`, which is what its first column is called. */
export function namePlace(kind: string, name: string): string {
  return `${kind} ${name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
