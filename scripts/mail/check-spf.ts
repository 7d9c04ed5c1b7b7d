import type { DomainFacts } from "./domain-facts.ts";
import type { Found } from "./faults.ts";

/** The SPF record that receivers read. */
export function checkSpf({ spf, needs }: DomainFacts): Found[] {
  if (!spf) return [];
  const { host: where, records, lookups, voids, mistakes, includes } = spf;
  const include = needs.spfInclude === "" ? "" : `include:${needs.spfInclude} `;
  const write = (value: string) => [{ type: "TXT" as const, host: where, value }];
  const [record = ""] = records;
  if (records.length === 0)
    return [
      {
        name: "spf-missing",
        where,
        what: `${where} has no SPF record: receivers cannot tell who may send for it`,
        mend: include === "" ? "Enter the record that your mail provider names" : "Enter this record",
        add: include === "" ? [] : write(`v=spf1 ${include}~all`),
      },
    ];
  if (records.length > 1)
    return [
      {
        name: "spf-twice",
        where,
        what: `${where} has ${records.length} SPF records, which receivers take for none`,
        mend: "Delete them and enter this one",
        add: write(mergeSpf(records, include.trim())),
      },
    ];
  const found: Found[] = mistakes.map((mistake) => ({
    name: "spf-syntax",
    where,
    what: mistake,
    mend: "Put the term right: a receiver that meets it takes the whole record for none",
  }));
  if (needs.spfInclude !== "" && !includes.includes(needs.spfInclude))
    found.push({
      name: "spf-include-missing",
      where,
      what: `The SPF record of ${where} does not include ${needs.spfInclude}, by which ${needs.name} sends`,
      mend: "Enter this record in its place",
      add: write(mergeSpf(records, include.trim())),
    });
  if (lookups > 10)
    found.push({
      name: "spf-lookups",
      where,
      what: `The SPF record of ${where} takes ${lookups} look-ups; beyond 10 receivers take it for an error`,
      mend: "Take out services that send no more, or put the addresses of one in place of its include",
    });
  if (voids > 2)
    found.push({
      name: "spf-voids",
      where,
      what: `${voids} names in the SPF record of ${where} do not exist; beyond 2 receivers take it for an error`,
      mend: "Take these names out",
    });
  const end = /(?:^|\s)([+?~-]?)all\b/i.exec(record)?.[1];
  if (end === undefined ? !/\bredirect=/i.test(record) : end === "" || end === "+" || end === "?")
    found.push({
      name: "spf-open",
      where,
      what: `The SPF record of ${where} lets everybody send for it: it does not end with ~all or -all`,
      mend: "Enter this record in its place",
      add: write(mergeSpf(records, "")),
    });
  return found;
}

/** One record with the terms of all, `term` before their end, and ~all. */
function mergeSpf(records: readonly string[], term: string): string {
  const terms = records
    .flatMap((record) => record.trim().split(/\s+/).slice(1))
    .filter((each) => !/^[+?~-]?all$/i.test(each));
  const hasHardEnd = records.some((record) => /\s-all\b/i.test(record));
  return ["v=spf1", ...new Set([...terms, ...(term === "" ? [] : [term])]), hasHardEnd ? "-all" : "~all"].join(" ");
}
