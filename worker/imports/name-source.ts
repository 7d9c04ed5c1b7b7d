/** The system and the site that posts come from, as items and pages are kept by: "wordpress old.example". */
export function nameSource(kind: string, site: string): string {
  return `${kind} ${site}`;
}
