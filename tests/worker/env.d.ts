declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    ARCHIVE_MIGRATIONS: import("cloudflare:test").D1Migration[];
    TEST_SEARCH_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
