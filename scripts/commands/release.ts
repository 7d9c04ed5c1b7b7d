/** Commands about a deployment. */
import { hints, jurisdictions } from "../provision/types.ts";
import { type Command, environment } from "./types.ts";

/** Says that two hosts are one site: without it a Worker with another host is another site, and left alone. */
const movesFrom = {
  type: "string",
  value: "HOST",
  about: "the host that this site had until now, when it moves to another one",
} as const;
const dryRun = (about: string) => ({ type: "boolean", about }) as const;

export const provision = {
  run: "npm run provision",
  about: `Makes what the site needs in your account at Cloudflare and is not there yet: databases, buckets, queues, and first secrets.
Writes ids, region and address into wrangler.toml. It can be run again: what is there stays as it is.`,
  options: {
    domain: { type: "string", value: "HOST", about: "the host of the site; its domain must be in the account" },
    region: {
      type: "string",
      value: "PLACE",
      choices: [...Object.keys(jurisdictions), ...Object.keys(hints)],
      about: `where the data is kept, for good; needed once. By contract in ${Object.keys(jurisdictions).join(" and ")}, elsewhere as a wish`,
    },
    account: { type: "string", value: "ID", about: "id or name of the account, when you may use several" },
    "moves-from": movesFrom,
    ...environment,
    "dry-run": dryRun("says what it would do, and does nothing"),
  },
  more: "Signs in as `npx wrangler login` did, or with CLOUDFLARE_API_TOKEN. What is missing here is asked for.",
} as const satisfies Command;

export const launchCheck = {
  run: "npm run launch-check",
  about: `Lists everything that stands between this folder and its launch, each with the place where it is mended. It also asks the
account at Cloudflare: secrets, migrations, accounts of the demo, mail.`,
  options: { offline: { type: "boolean", about: "asks nobody" }, ...environment },
  more: 'The words of the environment "staging" may still be examples.',
} as const satisfies Command;

export const mailCheck = {
  run: "npm run mail:check",
  about: `Looks whether mails of the site reach people: the settings, the DNS records of the domain of MAIL_FROM, and what the account
at Cloudflare has verified. Prints the records that are missing as they are to be entered. Sends no mail unless told to.`,
  options: {
    to: { type: "string", value: "ADDRESS", about: "sends one test mail there, the way the site sends" },
    offline: { type: "boolean", about: "asks neither DNS nor Cloudflare" },
    ...environment,
  },
  more: `For --to, SMTP_PASSWORD or MAIL_API_KEY come from the environment. DNS is asked through the servers of this machine;
MAIL_CHECK_DNS=1.1.1.1 asks another one. docs/mail.md tells the rest.`,
} as const satisfies Command;

export const deploy = {
  run: "npm run deploy",
  about:
    "Launch check, build, migrations, upload, smoke test of the real address, purge. Each of them stops it when it fails.",
  options: {
    ...environment,
    "moves-from": movesFrom,
    "dry-run": dryRun("builds and says what would be uploaded; nothing leaves this machine"),
  },
} as const satisfies Command;

export const preview = {
  run: "npm run preview",
  about: `Uploads this branch as a version of staging with an address of its own, which no search engine lists. It works on the data
of staging; jobs and queues stay with the version that is deployed there.`,
  options: {
    branch: { type: "string", value: "NAME", about: "another name than that of the branch of this folder" },
    migrate: {
      type: "boolean",
      about: "applies the branch's migrations to staging's databases, which keep them",
    },
    ...environment,
    "dry-run": dryRun("says the address and what would be uploaded; nothing leaves this machine"),
  },
} as const satisfies Command;

export const smoke = {
  run: "npm run smoke",
  about: `Asks a deployed site what it must answer: version, health, pages, forms, feeds, headers, guards. Changes nothing.`,
  options: {
    url: { type: "string", value: "ADDRESS", about: "another address than SITE_ORIGIN of wrangler.toml" },
    commit: { type: "string", value: "ID", about: "the site must answer as this commit" },
    ...environment,
  },
} as const satisfies Command;

export const purge = {
  run: "npm run purge",
  about: `Empties the edge's cache of the version that has the traffic. \`npm run deploy\` and \`npm run rollback\` do it themselves;
repeat it where they could not.`,
  options: environment,
} as const satisfies Command;

export const rollback = {
  run: "npm run rollback",
  about: `Gives the traffic back to a former version of the Worker. Shows the versions, what has come since and whether the former
code can run with it; then asks. Databases and files stay as they are: migrations are never taken back.`,
  options: {
    to: {
      type: "string",
      value: "VERSION",
      about: "its id or its commit, or the beginning of either; without it the version that was deployed before",
    },
    ...environment,
    "dry-run": dryRun("shows the plan, and does nothing"),
    yes: { type: "boolean", about: "does not ask" },
    anyway: { type: "boolean", about: "also where the former code may not run with what is there now" },
  },
} as const satisfies Command;

export const secretsRotate = {
  run: "npm run secrets:rotate",
  about: `Replaces AUTH_SECRET: draws the next one into .secrets/, keeps the present one as AUTH_SECRET_PREVIOUS, and writes into
wrangler.toml until when that is accepted. Nobody is signed out. \`npm run deploy\` uploads all three as one version.`,
  operands: [{ name: "SECRET", about: "which", choices: ["AUTH_SECRET"], isNeeded: true }],
  options: {
    finish: { type: "boolean", about: "ends it, once the day is over; without it the replacement begins" },
    ...environment,
  },
  more: `The present secret is AUTH_SECRET of the environment, or else in .secrets/. Other secrets come from elsewhere:
docs/rotation.md says how each of them is replaced.`,
} as const satisfies Command;
