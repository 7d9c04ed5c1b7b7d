import type { LegalTable, PrivacyTable } from "#app/content/legal.ts";
import { cookieTable, storageTable, termsTable } from "#app/content/privacy-tables.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { formatSeconds, formatTerm } from "#worker/lib/terms.ts";

/** What is said of storage that is not the usual one. */
const kinds = { local: "", session: " (session storage)", indexed: " (IndexedDB)" } as const;

/** The tables of the privacy policy, of what all subjects declare. */
export function buildPrivacyTables(subjects: readonly Subject[], env: Env): Record<PrivacyTable, LegalTable> {
  const cookies = subjects.flatMap((subject) => subject.cookies?.(env) ?? []);
  const storage = subjects.flatMap((subject) => subject.storage ?? []);
  const rules = subjects.flatMap(({ retention = [] }) => retention.filter((rule) => !rule.isTechnical));
  const { furtherRows, ...terms } = termsTable;
  return {
    cookies: {
      ...cookieTable,
      rows: cookies.map(({ name, purpose, maxAge, note }) => [
        name,
        purpose,
        [formatSeconds(maxAge), ...(note ? [note] : [])].join(", "),
      ]),
    },
    storage: {
      ...storageTable,
      rows: storage.map(({ keys, kind, purpose, life }) => [keys.join(", "), purpose + kinds[kind], life]),
    },
    terms: {
      ...terms,
      rows: [
        ...rules.map(({ keeps, why, term, after }) => [keeps, why, `${formatTerm(term)} ${after}`]),
        ...furtherRows,
      ],
    },
  };
}
