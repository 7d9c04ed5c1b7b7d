import { isReservedHost, readVariable } from "../../lib/wrangler-config.ts";
import type { Fault, LaunchFacts } from "../types.ts";

/** Addresses from which mails come, and to which the site writes. An empty address is valid: no such mail is sent. */
export function checkMail({ config, configText, account, brand }: LaunchFacts): Fault[] {
  const found: Fault[] = [];
  const lines = configText.split("\n");
  for (const name of ["MAIL_FROM", "MAIL_TEST_TO"]) {
    const address = readVariable(config, name);
    const line = lines.findIndex((each) => each.includes(name)) + 1;
    const where = line === 0 ? "wrangler.toml" : `wrangler.toml:${line}`;
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
  const from = readVariable(config, "MAIL_FROM") ?? "";
  if (from === "")
    found.push({
      name: "no-mail",
      where: "wrangler.toml",
      what: "MAIL_FROM is empty: nobody can confirm an account or reset a password, and no enquiry is announced",
      mend: "Set MAIL_FROM to an address of a domain that Email Service sends for",
    });
  else if (config.send_email.length === 0)
    found.push({
      name: "mail-binding",
      where: "wrangler.toml",
      what: "MAIL_FROM is set, and no [[send_email]] sends: mails would wait in the outbox",
      mend: 'Put [[send_email]] with name = "EMAIL" back',
    });
  return account?.mail && from !== "" ? [...found, ...checkVerified(account.mail, from, brand)] : found;
}

function checkVerified(
  mail: { recipients: readonly string[]; domains: readonly string[] },
  from: string,
  brand: Readonly<Record<string, unknown>>,
): Fault[] {
  const found: Fault[] = [];
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
    if (name.endsWith("Email") && !recipients.has(String(value).toLowerCase()))
      found.push({
        name: "recipient-unverified",
        where: "npm run mail:check",
        what: `${String(value)} (${name}) is no verified address`,
        mend: `Run npx wrangler email routing addresses create ${String(value)}, and follow the link it sends`,
      });
  return found;
}
