import { createPublicKey, type KeyObject } from "node:crypto";
import { type DomainFacts, readTags } from "./domain-facts.ts";
import type { Found } from "./faults.ts";

/** The keys that signatures of mails are checked with. */
export function checkKeys({ domain, needs, keys }: DomainFacts): Found[] {
  const hosts = needs.selectors.map((selector) => `${selector}._domainkey.${domain}`);
  if (hosts.length === 0)
    return [
      {
        name: "dkim-unnamed",
        where: "wrangler.toml",
        what: "Nobody has said by which selectors mails are signed",
        mend: `Set MAIL_DKIM_SELECTORS in wrangler.toml to those that ${needs.keyFrom} names`,
      },
    ];
  const faults = needs.selectors.map((selector) =>
    checkKey(selector, `${selector}._domainkey.${domain}`, keys[selector] ?? []),
  );
  // One that works is enough: services sign by one of several, which they change in turn.
  if (faults.some((each) => each.every(({ isAdvice }) => isAdvice)))
    return faults.find((each) => each.every(({ isAdvice }) => isAdvice)) ?? [];
  const isAllMissing = faults.every(([first]) => first?.name === "dkim-missing");
  if (!isAllMissing) return faults.flat().filter(({ name }) => name !== "dkim-missing");
  return [
    {
      name: "dkim-missing",
      where: hosts[0] ?? domain,
      what: `There is no key at ${hosts.join(" or ")}: mails are not signed, or their signatures cannot be checked`,
      mend: `Enter the TXT record that ${needs.keyFrom} shows`,
    },
  ];
}

function checkKey(selector: string, where: string, records: readonly string[]): Found[] {
  const [record] = records;
  const mend = "Enter the record anew, whole and on one line";
  if (record === undefined) return [{ name: "dkim-missing", where, what: `There is no key at ${where}`, mend }];
  if (records.length > 1)
    return [
      {
        name: "dkim-twice",
        where,
        what: `${where} has ${records.length} keys; receivers take one of them`,
        mend: "Delete those that are not in use",
      },
    ];
  const { p = "", t = "", k = "rsa" } = readTags(record);
  if (p === "")
    return [{ name: "dkim-revoked", where, what: `The key of selector ${selector} was withdrawn (p= is empty)`, mend }];
  const found: Found[] = [];
  if (k !== "ed25519") {
    const bits = readBits(p);
    if (bits === null)
      found.push({
        name: "dkim-broken",
        where,
        what: `The key at ${where} cannot be read: it is cut, or something else is in it`,
        mend,
      });
    else if (bits < 1024)
      found.push({
        name: "dkim-short",
        where,
        what: `The key at ${where} has ${bits} bits; receivers want 1,024 at least`,
        mend: "Have the service make a key of 2,048 bits",
      });
  }
  if (t.split(":").includes("y"))
    found.push({
      name: "dkim-testing",
      where,
      what: `The key at ${where} says that it is a test (t=y), and receivers may ignore it`,
      mend: "Take t=y out",
      isAdvice: true,
    });
  return found;
}

function readBits(base64: string): number | null {
  try {
    const key: KeyObject = createPublicKey({
      key: Buffer.from(base64.replaceAll(/\s/g, ""), "base64"),
      format: "der",
      type: "spki",
    });
    return key.asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    return null;
  }
}
