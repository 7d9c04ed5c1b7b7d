import { generateKeyPairSync } from "node:crypto";
import type { Zone } from "./dns-server.ts";

/** A public key as DKIM writes it. */
export const writeKey = (modulusLength: number): string =>
  generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ format: "der", type: "spki" }).toString("base64");

export const routes = ["10 route1.mx.cloudflare.net", "20 route2.mx.cloudflare.net", "30 route3.mx.cloudflare.net"];

/** The records of a domain whose mails arrive, sent by Cloudflare. */
export const acmeZone: Zone = {
  "MX acme.co": routes,
  "A route1.mx.cloudflare.net": ["192.0.2.1"],
  "A route2.mx.cloudflare.net": ["192.0.2.2"],
  "A route3.mx.cloudflare.net": ["192.0.2.3"],
  "MX cf-bounce.acme.co": routes,
  "TXT cf-bounce.acme.co": ["v=spf1 include:_spf.mx.cloudflare.net ~all"],
  "TXT _spf.mx.cloudflare.net": ["v=spf1 ip4:192.0.2.0/24 ~all"],
  "TXT cf-bounce._domainkey.acme.co": [`v=DKIM1; h=sha256; k=rsa; p=${writeKey(2048)}`],
  "TXT _dmarc.acme.co": ["v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.co"],
};
