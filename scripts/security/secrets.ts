interface Secret {
  /** What it is for. */
  use: string;
  /** What who has it can do. */
  harm: string;
  /** How it is replaced. */
  replace: string;
}

/** Every secret that the Worker may have: those of worker/env.d.ts. tests/security.test.ts compares the two. */
export const secrets: Readonly<Record<string, Secret>> = {
  AUTH_SECRET: {
    use: "Pepper of passwords, refresh tokens, links, sealed signing keys, hashes of networks and addresses",
    harm: "Sign in as anybody, with a copy of the database",
    replace: "[With both accepted for 60 days](rotation.md#auth_secret)",
  },
  AUTH_SECRET_PREVIOUS: {
    use: "The one that `AUTH_SECRET` replaced, until its day",
    harm: "As `AUTH_SECRET`, until that day",
    replace: "Deleted when its day is over",
  },
  BOOTSTRAP_SECRET: {
    use: "Makes the first super admin, once",
    harm: "Be the first super admin, while there is none",
    replace: "Delete it; `npm run admin:create` does without",
  },
  OIDC_CLIENT_SECRET: {
    use: "Tells the company's identity provider who asks",
    harm: "Redeem a sign-in code that was caught, which PKCE prevents",
    replace: "At the provider, then `npx wrangler secret put OIDC_CLIENT_SECRET`",
  },
  TURNSTILE_SECRET: {
    use: "Checks answers of Turnstile",
    harm: "Use them up, so that enquiries land among spam",
    replace: "At Cloudflare, then `npx wrangler secret put TURNSTILE_SECRET`",
  },
  DOCUMENT_SCAN_SECRET: {
    use: "Bearer token for the scanner of documents",
    harm: "Use the scanner",
    replace: "At the scanner, then `npx wrangler secret put DOCUMENT_SCAN_SECRET`",
  },
  BACKUP_KEY: {
    use: "The key of every backup is derived from it",
    harm: "Read all that was backed up, with a copy of the bucket",
    replace:
      "`npx wrangler secret put BACKUP_KEY`; keep the former one as long as its backups ([backup.md](backup.md))",
  },
  SMTP_PASSWORD: {
    use: "Signs in to the mail server",
    harm: "Write mails in the company's name",
    replace: "At the mail server, then `npx wrangler secret put SMTP_PASSWORD`",
  },
  MAIL_API_KEY: {
    use: "Signs in to the service for mail. Give it the right to send and no other",
    harm: "Write mails in the company's name",
    replace: "At the service, then `npx wrangler secret put MAIL_API_KEY`",
  },
};

/** Names in worker/env.d.ts that look like secrets, and are none. */
export const noSecrets: readonly string[] = [
  // The day of a secret.
  "AUTH_SECRET_PREVIOUS_UNTIL",
  // "hibp" or nothing.
  "BREACHED_PASSWORD_CHECK",
  // Published at /<key>.txt.
  "INDEXNOW_KEY",
  // Stands in the page.
  "TURNSTILE_SITE_KEY",
];

/** Names of `text`, which is worker/env.d.ts, that are secrets by their looks. */
export function listSecretNames(text: string): string[] {
  const names = [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+)\??:/gm)].map(([, name = ""]) => name);
  return names.filter((name) => /SECRET|PASSWORD|TOKEN|_KEY(_|$)/.test(name) && !noSecrets.includes(name));
}
