import { isLocalName } from "../../lib/local-site.ts";
import { isMailService, type MailService } from "./http-services.ts";

const transportNames = ["cloudflare", "smtp", "http"] as const;
type TransportName = (typeof transportNames)[number];

/** What the environment says about mail; `npm run mail:check` reads the same names from wrangler.toml. */
export interface MailVariables {
  MAIL_FROM?: string | undefined;
  MAIL_TRANSPORT?: string | undefined;
  SMTP_HOST?: string | undefined;
  SMTP_PORT?: string | undefined;
  SMTP_SECURITY?: string | undefined;
  SMTP_USER?: string | undefined;
  SMTP_PASSWORD?: string | undefined;
  MAIL_API?: string | undefined;
  MAIL_API_URL?: string | undefined;
  MAIL_API_KEY?: string | undefined;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte, by STARTTLS, or none at all, which is for this machine alone. */
  security: "tls" | "starttls" | "none";
  /** "": it does not sign in. */
  user: string;
  password: string;
}

export interface ApiSettings {
  service: MailService;
  /** "": the address of the service. */
  url: string;
  key: string;
}

export type MailSettings =
  | { transport: "cloudflare" }
  | { transport: "smtp"; smtp: SmtpSettings }
  | { transport: "http"; api: ApiSettings };

/** What is wrong with a variable, in a sentence without its full stop. */
interface SettingMistake {
  variable: keyof MailVariables;
  what: string;
}

type ReadSettings =
  | { settings: MailSettings; mistakes: readonly [] }
  | { settings: null; mistakes: readonly SettingMistake[] };

/** How mails leave, or what keeps them from leaving. Secrets may be absent where the caller cannot have them. */
export function readMailSettings(variables: MailVariables, { withSecrets = true } = {}): ReadSettings {
  const name = variables.MAIL_TRANSPORT || "cloudflare";
  if (!isTransportName(name))
    return refuse({ variable: "MAIL_TRANSPORT", what: `MAIL_TRANSPORT is none of ${transportNames.join(", ")}` });
  if (name === "cloudflare") return { settings: { transport: "cloudflare" }, mistakes: [] };
  return name === "smtp" ? readSmtp(variables, withSecrets) : readApi(variables, withSecrets);
}

function isTransportName(name: string): name is TransportName {
  return (transportNames as readonly string[]).includes(name);
}

const refuse = (...mistakes: SettingMistake[]): ReadSettings => ({ settings: null, mistakes });

function readSmtp(variables: MailVariables, withSecrets: boolean): ReadSettings {
  const { SMTP_HOST: host = "", SMTP_USER: user = "", SMTP_PASSWORD: password = "" } = variables;
  const port = Number(variables.SMTP_PORT || 587);
  const security = variables.SMTP_SECURITY || (port === 465 ? "tls" : "starttls");
  const mistakes: SettingMistake[] = [];
  if (!/^[\w.-]{1,253}$/.test(host)) mistakes.push({ variable: "SMTP_HOST", what: "SMTP_HOST is no host name" });
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    mistakes.push({ variable: "SMTP_PORT", what: "SMTP_PORT is no port" });
  if (port === 25) mistakes.push({ variable: "SMTP_PORT", what: "SMTP_PORT is 25, to which Workers cannot connect" });
  if (security !== "tls" && security !== "starttls" && security !== "none")
    return refuse(...mistakes, { variable: "SMTP_SECURITY", what: "SMTP_SECURITY is none of tls, starttls, none" });
  if (security === "none" && !isLocalName(host))
    mistakes.push({ variable: "SMTP_SECURITY", what: "SMTP_SECURITY is none, and the server is not on this machine" });
  if (withSecrets && user !== "" && password === "")
    mistakes.push({ variable: "SMTP_PASSWORD", what: "SMTP_USER is set, and the secret SMTP_PASSWORD is not" });
  if (mistakes.length > 0) return refuse(...mistakes);
  return {
    settings: { transport: "smtp" as const, smtp: { host, port, security, user, password } },
    mistakes: [] as const,
  };
}

function readApi(variables: MailVariables, withSecrets: boolean): ReadSettings {
  const { MAIL_API: service = "", MAIL_API_URL: url = "", MAIL_API_KEY: key = "" } = variables;
  if (!isMailService(service))
    return refuse({ variable: "MAIL_API", what: "MAIL_API is none of resend, postmark, sendgrid, json" });
  const mistakes: SettingMistake[] = [];
  if (url === "" ? service === "json" : !isSafeAddress(url))
    mistakes.push({ variable: "MAIL_API_URL", what: "MAIL_API_URL is no address that begins with https://" });
  if (withSecrets && key === "")
    mistakes.push({ variable: "MAIL_API_KEY", what: "The secret MAIL_API_KEY is not set" });
  if (mistakes.length > 0) return refuse(...mistakes);
  return { settings: { transport: "http" as const, api: { service, url, key } }, mistakes: [] as const };
}

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLocalName(url.hostname));
}
