import { readFileSync } from "node:fs";
import { brand } from "../../app/content/brand.ts";
import { checkAddress } from "../../worker/email/header.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { askMail } from "../launch/ask-account.ts";
import { checkSettings, checkVerified } from "../launch/checks/mail.ts";
import { describeFaults } from "../launch/check-launch.ts";
import { mailCheck } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError } from "../lib/command.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { checkDomain } from "../mail/check-domain.ts";
import { describeDomain, describeMailFaults, describePlans } from "../mail/describe.ts";
import { askDomain, readMailVariables } from "../mail/domain-facts.ts";
import { sendTest } from "../mail/send-test.ts";
import { configFile, readDeployment } from "../release/command.ts";

const { values } = readCommandLine(mailCheck);
const { offline = false, to, env } = values;
const config = readDeployment(env);
const recipient = to === undefined ? null : readRecipient(to);
const variables = readMailVariables(config);
const from = readVariable(config, "MAIL_FROM") ?? "";
const isByCloudflare = (variables.MAIL_TRANSPORT || "cloudflare") === "cloudflare";

const settingFaults = checkSettings({ config, configText: readFileSync(configFile, "utf8") });
if (settingFaults.length > 0) console.log(`${describeFaults(settingFaults)}\n`);

/** How many things could not be asked. */
let unasked = 0;
let count = settingFaults.length;
if (!offline) {
  const facts = await askDomain(config).catch((error: Error) =>
    exitWithError(`No DNS server answers (${error.message}). \`npm run mail:check -- --offline\` asks none.`),
  );
  if (facts) {
    const faults = checkDomain(facts);
    count += faults.filter(({ isAdvice }) => !isAdvice).length;
    console.log(describeDomain(facts, faults));
    if (faults.length > 0) console.log(`\n${describeMailFaults(faults)}`);
  }
}
const account = offline || !isByCloudflare ? null : await chooseAccount(config).catch(say);
if (account && from !== "") {
  const known = await askMail(account).catch(say);
  const faults = known ? checkVerified(known, from, brand) : [];
  count += faults.length;
  console.log(`\n${known && faults.length === 0 ? `The account may send from ${from}.` : describeFaults(faults)}`);
}
if (isByCloudflare) console.log(`\n${describePlans()}`);
if (recipient !== null) await sendOne(recipient);
const notAll = unasked > 0 ? " Not everything could be asked." : "";
if (count > 0)
  exitWithError(`\n${count === 1 ? "1 fault keeps" : `${count} faults keep`} mails from arriving.${notAll}`);
if (unasked > 0) exitWithError(`\nNo fault is found, but not everything could be asked.`);
console.log(to === undefined ? "\nNo fault is found. --to you@… sends a test mail." : "\nNo fault is found.");

function readRecipient(text: string): string {
  try {
    return checkAddress("--to", text);
  } catch {
    return exitWithError(`"${text}" is no e-mail address: give one such as you@example.com.`);
  }
}

async function sendOne(recipient: string): Promise<void> {
  try {
    const origin = readVariable(config, "SITE_ORIGIN") ?? "";
    const secrets = { SMTP_PASSWORD: process.env["SMTP_PASSWORD"], MAIL_API_KEY: process.env["MAIL_API_KEY"] };
    const said = await sendTest({
      to: recipient,
      variables: { ...variables, ...secrets },
      origin,
      account,
    });
    console.log(`\nThe test mail was taken: ${said}`);
  } catch (error) {
    count += 1;
    console.error(`\nThe test mail was not taken. ${(error as Error).message}`);
  }
}

/** Names what could not be asked; the rest is asked all the same. */
function say(error: Error): null {
  console.error(`\n${error.message}`);
  unasked += 1;
  return null;
}
