import type { DomainFacts } from "./domain-facts.ts";
import type { MailFault } from "./faults.ts";
import { emailPrices } from "./prices.ts";

/** A line for each part of DNS, and for each fault what to do and what to enter. */
export function describeDomain(facts: DomainFacts, faults: readonly MailFault[]): string {
  const parts: readonly (readonly [string, string])[] = [
    ["MX", facts.exchanges.map((exchange) => exchange || "a single dot").join(", ")],
    ["SPF", facts.spf ? `${facts.spf.host}: ${facts.spf.lookups} of 10 look-ups` : `read at ${facts.needs.name}`],
    ["DKIM", facts.needs.selectors.map((selector) => `${selector}._domainkey.${facts.domain}`).join(", ")],
    ["DMARC", `${facts.dmarc.host}: ${facts.dmarc.records[0] ?? "no record"}`],
  ];
  const lines = parts.map(([part, what]) => {
    const own = faults.filter((fault) => fault.part === part);
    const state = own.length === 0 ? "good" : own.every(({ isAdvice }) => isAdvice) ? "could be better" : "FAULT";
    return `  ${part.padEnd(6)}${state.padEnd(17)}${what || "none"}`;
  });
  return [`Mail of ${facts.domain}, sent by ${facts.needs.name}`, "", ...lines].join("\n");
}

export function describeMailFaults(faults: readonly MailFault[]): string {
  return faults
    .map(({ where, what, name, mend, add, isAdvice }) =>
      [
        where,
        `    ${what} (${name}${isAdvice ? ", advice" : ""})`,
        `    ${mend}${add.length > 0 ? ":" : "."}`,
        ...add.map(({ type, host, value }) => `        ${type}  ${host}  ${type === "TXT" ? `"${value}"` : value}`),
      ].join("\n"),
    )
    .join("\n");
}

/** What Email Service lets each plan send. */
export function describePlans(): string {
  const { includedAMonth, perThousand, readOn } = emailPrices;
  return [
    `What Cloudflare sends (read on ${readOn}):`,
    "  Workers Free   to verified addresses of the account alone, without a limit",
    `  Workers Paid   to everybody: ${includedAMonth.toLocaleString("en")} mails a month, then $${perThousand} for each 1,000; a new account begins with a low daily limit`,
  ].join("\n");
}
