import { industries } from "../../../app/content/industries.ts";
import { servicePaths } from "../../../app/content/services.ts";
import type { Check, Site } from "../types.ts";

const mainPages = [
  "/",
  ...servicePaths.slice(0, 2).map((path) => `/${path}`),
  ...industries.slice(0, 1).map(({ slug }) => `/${slug}`),
  "/partners",
  "/who-we-are",
  "/leadership",
  "/insights",
  "/careers",
  "/privacy-policy",
  "/terms-of-service",
];

/** What is wrong with a page of the site; null when it is as it should be. */
async function judgePage({ ask, origin }: Site, path: string): Promise<string[]> {
  const { status, headers, body } = await ask(path);
  if (status !== 200) return [`${path} answers ${status}.`];
  if (!headers.get("Content-Type")?.startsWith("text/html") || !/<h1[ >]/.test(body)) return [`${path} is no page.`];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1] ?? "";
  const own = origin + path;
  return canonical === own || canonical === own.replace(/\/$/, "")
    ? []
    : [`${path} names ${canonical || "no address"} as its own, not ${own}: is SITE_ORIGIN right?`];
}

/** The addresses in a part of the sitemap, as paths; none where there is no such part. */
async function listPart({ ask, origin }: Site, part: string): Promise<string[]> {
  const { status, body } = await ask(`/sitemap/${part}.xml`);
  if (status === 404) return [];
  if (status !== 200) throw new Error(`/sitemap/${part}.xml answers ${status}`);
  return Array.from(body.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => url.replace(origin, ""));
}

/** What the lists say of the newest entry of `part`, and its own page. A site that has none yet is as well as one that has. */
function checkEntries(name: string, part: string, matches: RegExp): Check {
  return {
    name,
    look: `npx wrangler tail, and the page itself; \`npm run dev\` shows it with demo data`,
    async run(site) {
      const entry = (await listPart(site, part)).find((path) => matches.test(path));
      return entry === undefined ? [] : judgePage(site, entry);
    },
  };
}

export const contentChecks: readonly Check[] = [
  {
    name: "main pages",
    look: "npx wrangler tail, with the X-Request-Id of the answer",
    run: async (site) => (await Promise.all(mainPages.map((path) => judgePage(site, path)))).flat(),
  },
  checkEntries("an article", "articles", /^\/insights\/[^/]+$/),
  checkEntries("an opening", "openings", /^\/careers\/[^/]+$/),
  {
    name: "contact form",
    look: "app/site/enquiries, and AUTH_SECRET: the form has a ticket that is made with it",
    async run({ ask }) {
      const { status, body } = await ask("/contact");
      if (status !== 200) return [`/contact answers ${status}.`];
      const form = /<form[^>]*method="post"[^]*?<\/form>/.exec(body)?.[0] ?? "";
      return ["ticket", "email", "message"]
        .filter((field) => !form.includes(`name="${field}"`))
        .map((field) => `The form of /contact has no field "${field}".`);
    },
  },
  {
    name: "search",
    look: "/embeddings-management: is the index ready? npm run search:rebuild -- --remote makes it anew, with --env staging that of staging",
    async run({ ask }) {
      const { status, body } = await ask("/api/search?q=cloud");
      if (status === 429) return [];
      return status === 200 && body.startsWith("{") ? [] : [`/api/search answers ${status}.`];
    },
  },
];
