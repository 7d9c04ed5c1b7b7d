import { type DomainFacts, readTags } from "./domain-facts.ts";
import type { Found } from "./faults.ts";

/** What receivers are asked to do with mails that are not of the domain. */
export function checkDmarc({ domain, dmarc, unwilling, spf, needs, keys }: DomainFacts): Found[] {
  const { host: where, records } = dmarc;
  const wanted = [
    { type: "TXT" as const, host: `_dmarc.${domain}`, value: `v=DMARC1; p=quarantine; rua=mailto:dmarc@${domain}` },
  ];
  if (records.length === 0)
    return [
      {
        name: "dmarc-missing",
        where,
        what: `${domain} has no DMARC record: large receivers refuse mails in bulk without one`,
        mend: `Enter this record; reports go to an address that you choose`,
        add: wanted,
      },
    ];
  if (records.length > 1)
    return [
      {
        name: "dmarc-twice",
        where,
        what: `${where} has ${records.length} DMARC records, which receivers take for none`,
        mend: "Delete all but one",
      },
    ];
  const tags = readTags(records[0] ?? "");
  const isAbove = where !== `_dmarc.${domain}`;
  const policy = ((isAbove ? tags["sp"] : undefined) ?? tags["p"] ?? "").toLowerCase();
  const found: Found[] = [];
  if (!["none", "quarantine", "reject"].includes(policy))
    found.push({
      name: "dmarc-syntax",
      where,
      what: `The DMARC record of ${where} has no policy (p=none, quarantine or reject)`,
      mend: "Enter this record in its place",
      add: wanted,
    });
  if (policy === "none")
    found.push({
      name: "dmarc-none",
      where,
      what: "DMARC asks receivers to do nothing (p=none): anybody can write in your name",
      mend: "Once the reports show that your own mails pass, change p to quarantine, then to reject",
      isAdvice: true,
    });
  const reports = tags["rua"] ?? "";
  if (reports === "")
    found.push({
      name: "dmarc-no-reports",
      where,
      what: "DMARC names no address for reports (rua): nobody learns which mails fail",
      mend: `Add rua=mailto:dmarc@${domain} to the record`,
      isAdvice: true,
    });
  else if (!reports.split(",").every((address) => /^\s*mailto:[^@\s]+@[^@\s]+$/i.test(address)))
    found.push({
      name: "dmarc-rua",
      where,
      what: `rua=${reports} is no list of mailto: addresses`,
      mend: `Write rua=mailto:dmarc@${domain}`,
    });
  for (const host of unwilling)
    found.push({
      name: "dmarc-reports-unwanted",
      where: `${domain}._report._dmarc.${host}`,
      what: `${host} has not said that it takes reports about ${domain}, so none are sent there`,
      mend: `Have ${host} enter this record, or name an address of ${domain}`,
      add: [{ type: "TXT", host: `${domain}._report._dmarc.${host}`, value: "v=DMARC1" }],
      isAdvice: true,
    });
  const hasKey = Object.values(keys).some((each) => each.length > 0);
  const isSpfAligned = spf !== null && (spf.host === domain || tags["aspf"]?.toLowerCase() !== "s");
  if (!hasKey && !isSpfAligned)
    found.push({
      name: "dmarc-unaligned",
      where,
      what: `No mail passes DMARC: there is no DKIM key of ${domain}, and SPF ${spf ? `is checked for ${spf.host}, which aspf=s does not accept` : `is checked for a domain of ${needs.name}`}`,
      mend: spf ? "Set up DKIM, or take aspf=s out" : "Set up DKIM",
    });
  return found;
}
