import type { MailSettings } from "../../worker/email/transports/settings.ts";

/** What DNS has to say for a service that sends as a domain. Hosts are whole names. */
export interface SenderNeeds {
  /** The service, as people call it. */
  name: string;
  /** The host whose SPF record receivers read: that of the envelope sender. */
  spfHost: string;
  /** What that record includes; "" where the service does not say. */
  spfInclude: string;
  /** Names under `_domainkey` that signatures may have; one that works is enough. */
  selectors: readonly string[];
  /** Where bounces go; "" where the service does not say. */
  bounceHost: string;
  bounceExchanges: readonly string[];
  /** Where the operator finds the key of DKIM. */
  keyFrom: string;
}

interface Named {
  /** MAIL_DKIM_SELECTORS and MAIL_SPF_INCLUDE of wrangler.toml, which this check alone reads. */
  selectors: readonly string[];
  include: string;
}

/** What `domain` needs to send by these settings. */
export function findNeeds(settings: MailSettings, domain: string, named: Named): SenderNeeds {
  const own = { spfHost: domain, spfInclude: named.include, bounceHost: "", bounceExchanges: [] };
  const selectors = (...usual: string[]) => (named.selectors.length > 0 ? named.selectors : usual);
  if (settings.transport === "cloudflare")
    // https://developers.cloudflare.com/email-service/configuration/domains/
    return {
      name: "Email Service of Cloudflare",
      spfHost: `cf-bounce.${domain}`,
      spfInclude: "_spf.mx.cloudflare.net",
      selectors: selectors("cf-bounce"),
      bounceHost: `cf-bounce.${domain}`,
      bounceExchanges: ["route1.mx.cloudflare.net", "route2.mx.cloudflare.net", "route3.mx.cloudflare.net"],
      keyFrom: `npx wrangler email sending dns get ${domain}`,
    };
  if (settings.transport === "smtp")
    return {
      ...own,
      name: `the mail server ${settings.smtp.host}`,
      selectors: selectors(),
      keyFrom: "your mail provider",
    };
  const keyFrom = "the page of your domain at the service";
  switch (settings.api.service) {
    case "resend":
      // https://resend.com/docs/dashboard/domains/introduction
      return {
        ...own,
        name: "Resend",
        spfHost: `send.${domain}`,
        spfInclude: named.include || "amazonses.com",
        selectors: selectors("resend"),
        keyFrom,
      };
    case "postmark":
      // Its envelope sender is on a domain of its own, unless pm-bounces is set up: DKIM alone is aligned. Selectors have a date.
      return { ...own, name: "Postmark", spfHost: "", selectors: selectors(), keyFrom };
    case "sendgrid":
      // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication
      return { ...own, name: "SendGrid", spfHost: "", selectors: selectors("s1", "s2"), keyFrom };
    default:
      return { ...own, name: new URL(settings.api.url).hostname, selectors: selectors(), keyFrom };
  }
}
