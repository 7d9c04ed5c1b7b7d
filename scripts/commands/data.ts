/** Commands about the data of a site: accounts, keys, the search, visits, backups. */
import { type Command, database } from "./types.ts";

const ofWhom = (about: string) => ({ type: "string", value: "ADDRESS", isNeeded: true, about }) as const;
const secretOfRemote =
  "For --remote, AUTH_SECRET in the environment must be the deployed Worker's. Its sign-in is that of `npx wrangler login`, or CLOUDFLARE_API_TOKEN.";

export const adminCreate = {
  run: "npm run admin:create",
  about:
    "Makes a super admin. An address that has an account gets the new password and the role, and its sessions end.",
  options: {
    email: ofWhom("whom to make a super admin"),
    name: { type: "string", value: "NAME", about: "what colleagues read beside the address" },
    "new-secret": {
      type: "boolean",
      about:
        "AUTH_SECRET was replaced a moment ago, without the former one: nothing in the database is made with it yet",
    },
    ...database,
  },
  more: `The password is asked for, or comes from ADMIN_PASSWORD in the environment, or is piped.
${secretOfRemote}`,
} as const satisfies Command;

export const adminResetSecondFactor = {
  run: "npm run admin:reset-second-factor",
  about: `Takes passkeys, authenticator apps and recovery codes from an account, for somebody who has lost all of them. Make sure
first that it is them who asks. Their sessions end; the password stays. If their role needs a second factor, the next
sign-in leads to setting up a new one. The audit log says that it was done.`,
  options: { email: ofWhom("whose second factors to remove"), ...database },
} as const satisfies Command;

export const keysRotate = {
  run: "npm run keys:rotate",
  about: `Makes the next signing key the current one and publishes a new next key, if that was published for long enough for
everybody to know it. Sessions go on. The site does this by itself every 30 days.`,
  options: {
    now: { type: "boolean", about: "rotates in any case" },
    retire: {
      type: "boolean",
      about: "rotates in any case, and the current key is invalid at once: for a key that somebody else has",
    },
    ...database,
  },
  more: secretOfRemote,
} as const satisfies Command;

export const searchRebuild = {
  run: "npm run search:rebuild",
  about: `Empties the index of the search and fills it anew. The deployed Worker fills its own within minutes, and finds less until then.`,
  options: database,
} as const satisfies Command;

export const visitsArchive = {
  run: "npm run visits:archive",
  about:
    "The archive of visits (docs/visit-archive.md): what is in it, whether that is right, and the way back. One of:",
  options: {
    list: {
      type: "boolean",
      about: "the days in the archive: how many visits and events, and what waits or has failed",
    },
    verify: {
      type: "boolean",
      about: "reads each day and compares it with what was stored, and with D1 where D1 has it as well",
    },
    restore: {
      type: "string",
      value: "DAY",
      about: "brings the visits of a day back into D1 for 30 days; a month, such as 2026-11, all of its days",
    },
    ...database,
  },
} as const satisfies Command;

export const backup = {
  run: "npm run backup",
  about:
    "Backs up the database, archives of visits and files, encrypted with BACKUP_KEY. Files that are there already are not stored again.",
  options: {
    to: {
      type: "string",
      value: "DIR",
      about: "the folder of the backups. Without it each site has its own, such as backups/www.example.com",
    },
    "keep-all": {
      type: "boolean",
      about: "deletes no older backup of this site; otherwise those of 7 days, 5 weeks and 4 months stay",
    },
    ...database,
  },
  more: `--remote works through Cloudflare's API; its sign-in is that of \`npx wrangler login\`, or CLOUDFLARE_API_TOKEN.
BACKUP_KEY comes from the environment, .dev.vars or (--remote) .secrets/. Without it nobody can read a backup.`,
} as const satisfies Command;

export const restore = {
  run: "npm run restore",
  about:
    "Puts database and files back as a backup has them, after all of it was checked. Everybody is signed out; what was erased since stays erased.",
  operands: [
    {
      name: "FOLDER|NAME",
      about:
        "a folder of backups, whose newest is taken, or a backup, such as 2026-11-24T02-00-13Z-5f3a91. Without it the newest of the bucket BACKUPS",
    },
  ],
  options: {
    from: { type: "string", value: "FOLDER", about: "the folder that NAME is in" },
    verify: { type: "boolean", about: "reads and compares all of the backup, and writes nothing" },
    list: { type: "boolean", about: "the backups there are" },
    yes: { type: "boolean", about: "replaces what the site holds; with --remote its name is asked for besides" },
    "other-site": {
      type: "boolean",
      about: "the backup may be of another site, such as the deployed one for this machine",
    },
    "erased-may-return": {
      type: "boolean",
      about: "goes on where AUTH_SECRET is lost and nobody can tell which people were erased since; it says how many",
    },
    ...database,
  },
  more: `BACKUP_KEY and AUTH_SECRET come from the environment, .dev.vars or (--remote) .secrets/. Stop a site that
runs on this machine first. Where BACKUP_KEY was replaced since the backup, BACKUP_KEY_OTHER is the other of the two.`,
} as const satisfies Command;
