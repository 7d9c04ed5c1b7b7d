import { readMailSettings } from "../../../worker/email/transports/settings.ts";
import { isReservedHost, readVariable, writeNpmCommand } from "../../lib/wrangler-config.ts";
import { checkDomain } from "../../mail/check-domain.ts";
import { readMailVariables } from "../../mail/domain-facts.ts";
import type { Fault, LaunchFacts } from "../types.ts";
import { findLine } from "./find-line.ts";

/** How mails leave, and whether they arrive: the rules of `npm run mail:check`. */
export function checkMail(facts: LaunchFacts): Fault[] {
  const { config, account, brand } = facts;
  const found = checkSettings(facts);
  const from = readVariable(config, "MAIL_FROM") ?? "";
  if (from === "") return found;
  const where = writeNpmCommand("mail:check", config);
  if (account?.mail && isByCloudflare(config))
    for (const fault of checkVerified(account.mail, from, brand)) found.push({ ...fault, where });
  if (account?.mailDomain === null)
    found.push({
      name: "not-asked",
      where,
      what: "No DNS server said what it knows of the domain of MAIL_FROM",
      mend: "Try again where one can be reached",
    });
  // Until the account may send from the domain, its records are not there either.
  const isKnown = found.every(({ name }) => name !== "sender-unverified");
  if (account?.mailDomain && isKnown)
    for (const { name, where: record, what, isAdvice } of checkDomain(account.mailDomain))
      if (!isAdvice) found.push({ name, where: record, what, mend: `Run ${where}, which prints what to enter` });
  return found;
}

const isByCloudflare = (config: LaunchFacts["config"]) =>
  ["", "cloudflare"].includes(readVariable(config, "MAIL_TRANSPORT") ?? "");

/** Addresses from which mails come, and to which the site writes. An empty address is valid: no such mail is sent. */
export function checkSettings(facts: Pick<LaunchFacts, "config" | "configText">): Fault[] {
  const { config } = facts;
  const found: Fault[] = [];
  for (const name of ["MAIL_FROM", "MAIL_TEST_TO"]) {
    const address = readVariable(config, name);
    const where = findLine(facts, name);
    if (address === undefined)
      found.push({ name: "mail-variable", where, what: `${name} is missing`, mend: `Set ${name}; "" stands for none` });
    else if (address !== "" && isReservedHost(address.split("@").at(-1) ?? ""))
      found.push({
        name: "mail-address",
        where,
        what: `${name} is "${address}", where no mail arrives`,
        mend: "Write an address of your own domain",
      });
  }
  if ((readVariable(config, "MAIL_FROM") ?? "") === "")
    return [
      ...found,
      {
        name: "no-mail",
        where: "wrangler.toml",
        what: "MAIL_FROM is empty: nobody can confirm an account or reset a password, and no enquiry is announced",
        mend: "Set MAIL_FROM to an address of a domain that you may send from",
      },
    ];
  const { mistakes } = readMailSettings(readMailVariables(config), { withSecrets: false });
  for (const { variable, what } of mistakes)
    found.push({
      name: "mail-transport",
      where: findLine(facts, variable),
      what,
      mend: "docs/mail.md lists what each way needs",
    });
  if (isByCloudflare(config) && config.send_email.length === 0)
    found.push({
      name: "mail-binding",
      where: "wrangler.toml",
      what: "MAIL_FROM is set, and no [[send_email]] sends: mails would wait in the outbox",
      mend: 'Put [[send_email]] with name = "EMAIL" back, or set MAIL_TRANSPORT',
    });
  return found;
}

/** What the account may send from, and to. */
export function checkVerified(
  mail: { recipients: readonly string[]; domains: readonly string[] },
  from: string,
  brand: Readonly<Record<string, unknown>>,
): Fault[] {
  const found: Fault[] = [];
  // Said already: nobody can set up or verify an address of an example.
  if (isReservedHost(from.split("@").at(-1) ?? "")) return found;
  const lower = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));
  const [domains, recipients] = [lower(mail.domains), lower(mail.recipients)];
  const domain = from.split("@").at(-1)?.toLowerCase() ?? "";
  if (!domains.has(domain))
    found.push({
      name: "sender-unverified",
      where: "npm run mail:check",
      what: `Mail may not be sent from ${domain} yet`,
      mend: `Run npx wrangler email sending enable ${domain}`,
    });
  // A domain that sends reaches anybody; one that only routes reaches its verified addresses.
  if (domains.has(domain)) return found;
  for (const [name, value] of Object.entries(brand))
    if (
      name.endsWith("Email") &&
      !isReservedHost(String(value).split("@").at(-1) ?? "") &&
      !recipients.has(String(value).toLowerCase())
    )
      found.push({
        name: "recipient-unverified",
        where: "npm run mail:check",
        what: `${String(value)} (${name}) is no verified address`,
        mend: `Run npx wrangler email routing addresses create ${String(value)}, and follow the link it sends`,
      });
  return found;
}
