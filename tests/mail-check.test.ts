/** Whether mails of a domain arrive: a domain that is set up, wrecked in one place after the other, asked through real DNS. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkLaunch } from "../scripts/launch/check-launch.ts";
import { readFacts } from "../scripts/launch/read-facts.ts";
import { readConfig } from "../scripts/lib/wrangler-config.ts";
import { checkDomain } from "../scripts/mail/check-domain.ts";
import { describeMailFaults } from "../scripts/mail/describe.ts";
import { openDns } from "../scripts/mail/dns.ts";
import { askDomain } from "../scripts/mail/domain-facts.ts";
import { sendTest } from "../scripts/mail/send-test.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { openStandIn, type StandIn } from "./cloudflare-stand-in.ts";
import { acmeZone as good, routes, writeKey } from "./mail/acme-zone.ts";
import { certificate } from "./mail/certificate.ts";
import { openDnsServer, type Zone } from "./mail/dns-server.ts";
import { openMailServer, password } from "./mail/mail-server.ts";

const root = join(import.meta.dirname, "..");
const accountId = "0123456789abcdef0123456789abcdef";

const key = writeKey(2048);

let zone: Zone;
let server: Awaited<ReturnType<typeof openDnsServer>>;
let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  zone = {};
  server = await openDnsServer(zone);
  standIn = await openStandIn(accountId);
  folder = mkdtempSync(join(tmpdir(), "mail-check-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.close();
  await server.close();
});
beforeEach(() => putZone({}));

function putZone(change: Zone): void {
  for (const record of Object.keys(zone)) delete zone[record];
  Object.assign(zone, good, change);
}

const toml = (more: string) =>
  readFreshConfig()
    .replace("website@fivewright.example", "site@acme.co")
    .replace("operator@fivewright.example", "sales@acme.co")
    .replace("http://localhost:8787", "https://www.acme.co")
    .replace("[vars]", `[vars]\n${more}`);

function writeConfig(more = ""): string {
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, toml(more));
  return file;
}

async function check(more = "") {
  const facts = await askDomain(readConfig(writeConfig(more)), openDns([server.address]));
  if (!facts) throw new Error("Nothing was asked.");
  return checkDomain(facts);
}

test("a domain that Email Service was set up for has no fault", async () => {
  expect(await check()).toEqual([]);
});

const spf = (text: string, more: Zone = {}): Zone => ({ "TXT cf-bounce.acme.co": [text], ...more });
const dkim = (...texts: string[]): Zone => ({ "TXT cf-bounce._domainkey.acme.co": texts });
const dmarc = (...texts: string[]): Zone => ({ "TXT _dmarc.acme.co": texts });
const own = "v=spf1 include:_spf.mx.cloudflare.net";
const many = Array.from({ length: 10 }, (_none, index) => `s${index}.acme.co`);

const wrecks: readonly (readonly [name: string, where: string, zone: Zone, added?: string])[] = [
  ["mx-missing", "acme.co", { "MX acme.co": [] }, "MX  acme.co  10 route1.mx.cloudflare.net"],
  ["mx-null", "acme.co", { "MX acme.co": ["0 "] }],
  ["mx-dead", "acme.co", { "MX acme.co": ["10 mail.acme.co"] }],
  [
    "bounce-mx-missing",
    "cf-bounce.acme.co",
    { "MX cf-bounce.acme.co": routes.slice(1) },
    "MX  cf-bounce.acme.co  10 route1.mx.cloudflare.net",
  ],
  ["spf-missing", "cf-bounce.acme.co", spf("google-site-verification=x"), `TXT  cf-bounce.acme.co  "${own} ~all"`],
  [
    "spf-twice",
    "cf-bounce.acme.co",
    { "TXT cf-bounce.acme.co": [`${own} -all`, "v=spf1 ip4:192.0.2.9 ~all"] },
    `"${own} ip4:192.0.2.9 -all"`,
  ],
  [
    "spf-include-missing",
    "cf-bounce.acme.co",
    spf("v=spf1 ip4:192.0.2.9 -all"),
    '"v=spf1 ip4:192.0.2.9 include:_spf.mx.cloudflare.net -all"',
  ],
  [
    "spf-lookups",
    "cf-bounce.acme.co",
    spf(
      `${own} ${many.map((host) => `a:${host}`).join(" ")} ~all`,
      Object.fromEntries(many.map((host) => [`A ${host}`, ["192.0.2.9"]])),
    ),
  ],
  ["spf-voids", "cf-bounce.acme.co", spf(`${own} a:x.acme.co a:y.acme.co mx:z.acme.co ~all`)],
  ["spf-syntax", "cf-bounce.acme.co", spf(`${own} ipv4:192.0.2.9 ~all`)],
  ["spf-syntax", "cf-bounce.acme.co", spf("v=spf1 ~all include:_spf.mx.cloudflare.net")],
  [
    "spf-syntax",
    "cf-bounce.acme.co",
    spf(`${own} include:loop.acme.co ~all`, { "TXT loop.acme.co": ["v=spf1 include:cf-bounce.acme.co ~all"] }),
  ],
  ["spf-syntax", "cf-bounce.acme.co", spf(`${own} include:gone.acme.co ~all`)],
  ["spf-open", "cf-bounce.acme.co", spf(`${own} +all`), `"${own} ~all"`],
  ["spf-open", "cf-bounce.acme.co", spf(own)],
  ["dkim-missing", "cf-bounce._domainkey.acme.co", dkim()],
  ["dkim-revoked", "cf-bounce._domainkey.acme.co", dkim("v=DKIM1; p=")],
  ["dkim-broken", "cf-bounce._domainkey.acme.co", dkim(`v=DKIM1; k=rsa; p=${key.slice(0, 255)}`)],
  ["dkim-short", "cf-bounce._domainkey.acme.co", dkim(`v=DKIM1; p=${writeKey(512)}`)],
  ["dkim-twice", "cf-bounce._domainkey.acme.co", dkim(`p=${writeKey(512)}`, `p=${writeKey(512)}`)],
  ["dkim-testing", "cf-bounce._domainkey.acme.co", dkim(`v=DKIM1; t=y; p=${key}`)],
  [
    "dmarc-missing",
    "_dmarc.acme.co",
    dmarc(),
    'TXT  _dmarc.acme.co  "v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.co"',
  ],
  ["dmarc-twice", "_dmarc.acme.co", dmarc("v=DMARC1; p=none", "v=DMARC1; p=reject")],
  ["dmarc-syntax", "_dmarc.acme.co", dmarc("v=DMARC1; rua=mailto:a@acme.co"), "p=quarantine"],
  ["dmarc-none", "_dmarc.acme.co", dmarc("v=DMARC1; p=none; rua=mailto:a@acme.co")],
  ["dmarc-no-reports", "_dmarc.acme.co", dmarc("v=DMARC1; p=reject")],
  ["dmarc-rua", "_dmarc.acme.co", dmarc("v=DMARC1; p=reject; rua=a@acme.co")],
  [
    "dmarc-reports-unwanted",
    "acme.co._report._dmarc.reports.net",
    dmarc("v=DMARC1; p=reject; rua=mailto:a@reports.net"),
    'TXT  acme.co._report._dmarc.reports.net  "v=DMARC1"',
  ],
];

const rows = wrecks.map(([name, where, change, added = name]) => ({ name, where, change, added }));

test.each(rows)("$name is named at $where", async ({ name, where, change, added }) => {
  putZone(change);
  const faults = await check();
  expect(faults.map((fault) => [fault.name, fault.where])).toEqual([[name, where]]);
  expect(describeMailFaults(faults)).toContain(added);
});

test("a server, a service and a domain below another one are held against what they need, each by its own names", async () => {
  const smtp = 'MAIL_TRANSPORT = "smtp"\nSMTP_HOST = "mail.acme.co"';
  const names = async (more: string) => (await check(more)).map(({ name }) => name);
  putZone({ "TXT acme.co": ["v=spf1 mx -all"] });
  expect(await names(smtp)).toEqual(["dkim-unnamed"]);
  expect(await names(`${smtp}\nMAIL_DKIM_SELECTORS = "k1, k2"\nMAIL_SPF_INCLUDE = "_spf.host.net"`)).toEqual([
    "spf-include-missing",
    "dkim-missing",
  ]);
  // One of two keys is enough.
  zone["TXT k2._domainkey.acme.co"] = [`p=${key}`];
  expect(await names(`${smtp}\nMAIL_DKIM_SELECTORS = "k1 k2"`)).toEqual([]);
  const http = (service: string) => `MAIL_TRANSPORT = "http"\nMAIL_API = "${service}"`;
  expect(await names(http("resend"))).toEqual(["spf-missing", "dkim-missing"]);
  expect(await names(http("sendgrid"))).toEqual(["dkim-missing", "dmarc-unaligned"]);
  // The policy of the domain above counts, by its sp.
  putZone({
    ...Object.fromEntries(
      Object.entries(good).map(([record, values]) => [record.replace("acme.co", "news.acme.co"), values]),
    ),
    "TXT _dmarc.news.acme.co": [],
    "TXT _dmarc.acme.co": ["v=DMARC1; p=reject; sp=none; rua=mailto:a@acme.co"],
  });
  const below = readConfig(writeConfig());
  const facts = await askDomain(
    { ...below, vars: { ...below.vars, MAIL_FROM: "site@news.acme.co" } },
    openDns([server.address]),
  );
  expect(facts && checkDomain(facts).map(({ name }) => name)).toEqual(["dmarc-none"]);
});

test("the launch check names what mail:check finds, advice left out, and says when no server answered", async () => {
  putZone({ ...dmarc(), ...dkim(`v=DKIM1; t=y; p=${key}`) });
  const config = readConfig(writeConfig());
  const mailDomain = await askDomain(config, openDns([server.address]));
  const account = { secrets: ["AUTH_SECRET"], pendingMigrations: {}, demoAccounts: [], superAdmins: 1 };
  const mail = { recipients: [], domains: ["acme.co"] };
  const name = (change: object) =>
    checkLaunch({ ...readFacts({ ...account, mail, ...change }), config, configText: toml("") })
      .map((fault) => fault.name)
      .filter((each) => /^(dkim|dmarc|spf|mx|mail|sender|not-asked)/.test(each));
  expect(name({ mailDomain })).toEqual(["dmarc-missing"]);
  expect(name({ mailDomain: null })).toEqual(["not-asked"]);
  expect(name({ mailDomain, mail: { recipients: [], domains: [] } })).toContain("sender-unverified");
});

async function runCheck(args: string[], { more = "", dns = server.address, ...env }: Record<string, string> = {}) {
  const running = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(root, "scripts/tasks/mail-check.ts"), ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        DEPLOYMENT_CONFIG: writeConfig(more),
        MAIL_CHECK_DNS: dns,
        CLOUDFLARE_API_BASE_URL: standIn.base,
        CLOUDFLARE_API_TOKEN: "token-of-the-test",
        ...env,
      },
    },
  );
  let said = "";
  running.stdout.on("data", (part) => (said += String(part)));
  running.stderr.on("data", (part) => (said += String(part)));
  const status = await new Promise<number | null>((resolve) => running.once("close", resolve));
  return { status, said };
}

test("npm run mail:check asks DNS and the account, sends one test mail, and fails where mails would not arrive @ci", async () => {
  const fine = await runCheck(["--to", "you@acme.co"]);
  expect(fine.said).toContain("DMARC good");
  expect(fine.said).toContain("The account may send from site@acme.co.");
  expect(fine.said).toContain("The test mail was taken: on its way");
  expect(fine.status).toBe(0);
  putZone(dkim());
  const broken = await runCheck([]);
  expect(broken.said).toContain("DKIM  FAULT");
  expect(broken.said).toContain("(dkim-missing)");
  expect([broken.status, broken.said.includes("test mail was")]).toEqual([1, false]);
});

test("a test mail by SMTP goes out as those of the site do, and what the server refuses is told without the password", async () => {
  // On this machine a password may go without TLS.
  const mailServer = await openMailServer({ allowInsecureAuth: true });
  const certificateFile = join(folder, "certificate.pem");
  writeFileSync(certificateFile, certificate);
  const port = String(mailServer.port);
  try {
    const sent = await runCheck(["--to", "you@acme.co", "--offline"], {
      more: `MAIL_TRANSPORT = "smtp"\nSMTP_HOST = "localhost"\nSMTP_PORT = "${port}"\nSMTP_USER = "site"`,
      dns: "127.0.0.1:1",
      NODE_EXTRA_CA_CERTS: certificateFile,
      SMTP_PASSWORD: password,
    });
    expect(sent.said).toContain("The test mail was taken: 250");
    expect([sent.status, sent.said.includes("No fault is found.")]).toEqual([0, true]);
    expect(mailServer.mails[0]).toMatchObject({ from: "site@acme.co", to: ["you@acme.co"], isSecure: true });
    const variables = {
      MAIL_FROM: "site@acme.co",
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "localhost",
      SMTP_PORT: port,
      SMTP_SECURITY: "none",
      SMTP_USER: "site",
      SMTP_PASSWORD: "wrong-one",
    };
    const refused = sendTest({ to: "you@acme.co", variables, origin: "https://www.acme.co", account: null });
    await expect(refused).rejects.toThrow("The mail server answered 535 to AUTH. Wrong: site …");
  } finally {
    await mailServer.close();
  }
});
