import { checkDmarc } from "./check-dmarc.ts";
import { checkKeys } from "./check-dkim.ts";
import { checkSpf } from "./check-spf.ts";
import type { DomainFacts } from "./domain-facts.ts";
import type { Found, MailFault } from "./faults.ts";

/** What keeps mails of a domain from arriving, or lets others write in its name. */
export function checkDomain(facts: DomainFacts): MailFault[] {
  const parts: [string, Found[]][] = [
    ["MX", checkExchanges(facts)],
    ["SPF", checkSpf(facts)],
    ["DKIM", checkKeys(facts)],
    ["DMARC", checkDmarc(facts)],
  ];
  return parts.flatMap(([part, found]) => found.map((fault) => ({ add: [], isAdvice: false, ...fault, part })));
}

const routing = [
  { priority: 10, exchange: "route1.mx.cloudflare.net" },
  { priority: 20, exchange: "route2.mx.cloudflare.net" },
  { priority: 30, exchange: "route3.mx.cloudflare.net" },
];

function checkExchanges({ domain, exchanges, reachable, needs, bounceExchanges }: DomainFacts): Found[] {
  const found: Found[] = [];
  if (exchanges.length === 0)
    found.push({
      name: "mx-missing",
      where: domain,
      what: `${domain} has no mail server: answers to mails of the site arrive nowhere`,
      mend: `Enter those of your mail provider, or, for Email Routing, run npx wrangler email routing enable ${domain}, which enters these`,
      add: routing.map(({ priority, exchange }) => ({ type: "MX", host: domain, value: `${priority} ${exchange}` })),
    });
  else if (exchanges.includes(""))
    found.push({
      name: "mx-null",
      where: domain,
      what: `${domain} says that it takes no mail (null MX), and receivers refuse mails from such domains`,
      mend: "Delete the MX record with a single dot, and enter the mail servers of the domain",
    });
  else if (reachable.length === 0)
    found.push({
      name: "mx-dead",
      where: domain,
      what: `No mail server of ${domain} has an address: ${exchanges.join(", ")}`,
      mend: "Put their names right",
    });
  const absent = needs.bounceExchanges.filter((exchange) => !bounceExchanges.includes(exchange));
  if (absent.length > 0)
    found.push({
      name: "bounce-mx-missing",
      where: needs.bounceHost,
      what: `${needs.bounceHost} does not lead to ${absent.join(", ")}: nobody learns of mails that come back`,
      mend: `Run npx wrangler email sending enable ${domain}, which enters and locks these records`,
      add: absent.map((exchange, index) => ({
        type: "MX",
        host: needs.bounceHost,
        value: `${(index + 1) * 10} ${exchange}`,
      })),
    });
  return found;
}
