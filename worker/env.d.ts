/** Bindings, variables and secrets of the Worker (wrangler.toml, .dev.vars). */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    VISITOR_QUEUE?: Queue<unknown>;
    SIGN_IN_LIMIT: RateLimit;
    COLLECT_LIMIT: RateLimit;
    /** The one origin this site answers on, e.g. `https://www.example.com`. */
    SITE_ORIGIN: string;
    /** At least 32 characters; every key and pepper is derived from it. */
    AUTH_SECRET: string;
    /** Set once to create the first super admin through POST /api/auth/bootstrap; then delete it. */
    BOOTSTRAP_SECRET?: string;
    /** "hibp" also holds new passphrases against Have I Been Pwned (k-anonymity); off unless set. */
    BREACHED_PASSWORD_CHECK?: string;
    /** Milliseconds a session may stay idle; 8 hours unless set. */
    SESSION_IDLE_MS?: string;
    /** Milliseconds a session may last; 7 days unless set. */
    SESSION_ABSOLUTE_MS?: string;
  }
}

interface Env extends Cloudflare.Env {}
