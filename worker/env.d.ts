/** Bindings, variables and secrets of the Worker (wrangler.toml, .dev.vars). */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    /** What the search has indexed: worker/search. */
    SEARCH_DB: D1Database;
    /** Steps of work on the index. Without it they are done by requests and jobs themselves. */
    SEARCH_QUEUE?: Queue<unknown>;
    /** Workers AI, which can embed texts for the search. Without it a model is learnt from the site itself. */
    AI?: Ai;
    /** The model of Workers AI that new vectors are made with: a key of worker/search/versions/models.ts. */
    EMBEDDING_MODEL?: string;
    /** Asked for near vectors where the search has more than an isolate keeps in its memory. */
    VECTORIZE?: Vectorize;
    /** Pictures of articles, shown at /media/<key>. */
    MEDIA: R2Bucket;
    /** Makes the further widths of pictures that come from a browser without script. Works without. */
    IMAGES?: ImagesBinding;
    VISITOR_QUEUE?: Queue<unknown>;
    /** "r2" or "d1": where days of visits are also stored (docs/visit-archive.md). Empty: nowhere. */
    VISIT_ARCHIVE?: string;
    /** After how many days visits are in the archive alone. Empty: never. */
    VISITS_MOVE_OUT_DAYS?: string;
    /** The archive as a bucket. */
    VISITS_BUCKET?: R2Bucket;
    /** Backups, encrypted (docs/backup.md). Without it none are made. */
    BACKUPS?: R2Bucket;
    /** At least 32 characters; the key of every backup is derived from it. Without it none can be read. */
    BACKUP_KEY?: string;
    /** The archive as databases, one a year. */
    [database: `VISITS_${number}`]: D1Database | undefined;
    SIGN_IN_LIMIT: RateLimit;
    COLLECT_LIMIT: RateLimit;
    ERASURE_LIMIT: RateLimit;
    CONTACT_LIMIT: RateLimit;
    SEARCH_LIMIT: RateLimit;
    API_LIMIT: RateLimit;
    MAIL_QUEUE?: Queue<unknown>;
    /** Says that a document was sent whose text is to be read. Without it they are read every five minutes. */
    DOCUMENT_QUEUE?: Queue<unknown>;
    /** Asked about every document before it is handed out (worker/hiring/applications/text/scan.ts). Empty: none is scanned. */
    DOCUMENT_SCAN_URL?: string;
    /** Sent to it as a bearer token. */
    DOCUMENT_SCAN_SECRET?: string;
    /** Absent where mail is not set up: what would be sent then waits in the outbox. */
    EMAIL?: SendEmail;
    /** How mails leave: "cloudflare" (the binding, unless set), "smtp" or "http". docs/mail.md. */
    MAIL_TRANSPORT?: string;
    /** The mail server of "smtp"; port 587 unless set. */
    SMTP_HOST?: string;
    SMTP_PORT?: string;
    /** "starttls", or "tls" from the first byte, as on port 465; "none" on this machine alone. */
    SMTP_SECURITY?: string;
    SMTP_USER?: string;
    SMTP_PASSWORD?: string;
    /** The service of "http": a key of worker/email/transports/http-services.ts. */
    MAIL_API?: string;
    /** In place of the address of the service. */
    MAIL_API_URL?: string;
    MAIL_API_KEY?: string;
    /** The address mails come from. */
    MAIL_FROM?: string;
    /** The one address that /test-email sends to. */
    MAIL_TEST_TO?: string;
    /** The one origin this site answers on, e.g. `https://www.example.com`. */
    SITE_ORIGIN: string;
    /** "staging": what colleagues alone see, and no search engine lists (worker/lib/stage.ts). Empty: the site. */
    SITE_STAGE?: string;
    /** Which version of the Worker this is. */
    VERSION?: WorkerVersionMetadata;
    /** "on" asks browsers to keep the whole domain on their lists of HTTPS-only names. */
    HSTS_PRELOAD?: string;
    /** At least 32 characters; every key and pepper is derived from it. */
    AUTH_SECRET: string;
    /** The secret that AUTH_SECRET has replaced; it opens what it made until the instant below (ISO date, UTC). */
    AUTH_SECRET_PREVIOUS?: string;
    AUTH_SECRET_PREVIOUS_UNTIL?: string;
    /** Set once to create the first super admin through POST /api/auth/bootstrap; then delete it. */
    BOOTSTRAP_SECRET?: string;
    /** "hibp" also holds new passwords against Have I Been Pwned (k-anonymity); off unless set. */
    BREACHED_PASSWORD_CHECK?: string;
    /** Set: changed articles are announced to search engines (IndexNow); /<key>.txt proves that it is this site's. */
    INDEXNOW_KEY?: string;
    /** Roles, with commas between them, whose holders must have a second factor; none unless set. */
    REQUIRE_SECOND_FACTOR?: string;
    /** Both set: the contact form asks Turnstile, the one third party that the site can call. */
    TURNSTILE_SITE_KEY?: string;
    TURNSTILE_SECRET?: string;
    /** The company's own identity provider (OpenID Connect). Empty: nothing of it shows. See worker/accounts/company-sign-in. */
    OIDC_ISSUER?: string;
    OIDC_CLIENT_ID?: string;
    OIDC_CLIENT_SECRET?: string;
    /** What the provider is called on the button: "Continue with …". */
    OIDC_NAME?: string;
    /** The claim that lists a person's groups; "groups" unless set. */
    OIDC_GROUPS_CLAIM?: string;
    /** Which group gives which role: JSON, or lines of `group = role`. */
    OIDC_ROLES?: string;
    /** Domains whose addresses may sign in, separated by spaces or commas. Empty: all that the provider vouches for. */
    OIDC_ALLOWED_DOMAINS?: string;
    /** "on" forbids passwords, sign-up and resets: only the provider signs anybody in. */
    OIDC_ONLY?: string;
    /** Milliseconds a session may stay idle; 8 hours unless set. */
    SESSION_IDLE_MS?: string;
    /** Milliseconds a session may last; 7 days unless set. */
    SESSION_ABSOLUTE_MS?: string;
  }
}

interface Env extends Cloudflare.Env {}
