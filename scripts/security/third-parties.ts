interface ThirdParty {
  /** Without this nobody is asked: a variable, or what somebody does. */
  when: string;
  who: string;
  gets: string;
  /** Hosts that the code names; none where the owner or the staff name them. */
  hosts: readonly string[];
  /** The files of worker/ and app/ that ask. */
  asks: readonly string[];
}

/** Everybody whom Worker or pages ask, other than Cloudflare's own bindings. tests/third-parties.test.ts holds it against the code. */
export const thirdParties: readonly ThirdParty[] = [
  {
    when: "`MAIL_TRANSPORT`",
    who: "your mail server or service",
    gets: "mails of the site, whole",
    hosts: ["api.resend.com", "api.postmarkapp.com", "api.sendgrid.com"],
    asks: ["worker/email/transports/http.ts", "worker/email/transports/smtp.ts"],
  },
  {
    when: "`OIDC_ISSUER`",
    who: "your identity provider",
    gets: "that a member of staff signs in",
    hosts: ["accounts.google.com"],
    asks: ["worker/accounts/company-sign-in/fetch-limited.ts"],
  },
  {
    when: "`TURNSTILE_SITE_KEY`",
    who: "Cloudflare Turnstile",
    gets: "who opens the contact form",
    hosts: ["challenges.cloudflare.com"],
    asks: ["worker/lib/forms/turnstile.ts", "app/site/enquiries/challenge.tsx"],
  },
  {
    when: "`BREACHED_PASSWORD_CHECK`",
    who: "Have I Been Pwned",
    gets: "five letters of a hash",
    hosts: ["api.pwnedpasswords.com"],
    asks: ["worker/accounts/passwords/breached-passwords.ts"],
  },
  {
    when: "`INDEXNOW_KEY`",
    who: "search engines",
    gets: "addresses of articles that changed",
    hosts: ["api.indexnow.org"],
    asks: ["worker/insights/index-now.ts"],
  },
  {
    when: "`DOCUMENT_SCAN_URL`",
    who: "your scanner",
    gets: "documents of candidates, without names",
    hosts: [],
    asks: ["worker/hiring/applications/text/scan.ts"],
  },
  {
    when: "A webhook at `/operations`",
    who: "the address that a super admin enters there",
    gets: "which checks fail, without data of persons",
    hosts: [],
    asks: ["worker/operations/webhook.ts"],
  },
  {
    when: "An import of articles",
    who: "the former site",
    gets: "that its pictures are fetched",
    hosts: [],
    asks: ["worker/imports/fetch-picture.ts"],
  },
  {
    when: "A visitor plays a video",
    who: "YouTube or Vimeo",
    gets: "that this visitor watches it",
    hosts: ["www.youtube-nocookie.com", "player.vimeo.com"],
    asks: ["shared/insights/article-embeds.ts"],
  },
  {
    when: "A visitor follows a link",
    who: "LinkedIn, X, Instagram and other sites that are linked",
    gets: "that the visitor comes, without from which page",
    hosts: ["www.linkedin.com", "x.com", "www.instagram.com"],
    asks: ["app/content/brand.ts", "app/site/insights/share-links.tsx"],
  },
];
