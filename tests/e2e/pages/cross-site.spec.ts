import { staffPaths } from "../staff-kit/staff-pages.ts";
import { baseURL, expect, signIn, test } from "../fixtures.ts";

const mutations = [
  "/api/auth/sign-up",
  "/api/auth/sign-in",
  "/api/auth/sign-out",
  "/api/auth/refresh",
  "/api/auth/token",
  "/api/auth/bootstrap",
  "/api/store-visitor-analytics",
  "/api/erase-visitor-data",
];
/** Pages whose forms post to themselves. */
const lists: readonly string[] = [
  "/marketing-admin",
  "/talent-admin",
  "/marketing-admin/inbox",
  "/blog-management",
  "/blog-management/media",
  "/user-management",
  "/job-applications",
  "/job-management",
  "/failed-messages",
  "/privacy-requests",
  "/operations",
  "/audit-log",
  "/visitor-analytics",
  "/visitor-analytics/consent",
  "/visitor-analytics/consent/proofs",
  "/embeddings-management",
];
const enquiry = "/marketing-admin/inbox/00000000-0000-7000-8000-000000000000";
const posted = [
  "/contact",
  "/auth/forgot",
  "/auth/reset/-",
  "/auth/report/x",
  "/test-email",
  "/privacy-requests.json",
  "/privacy-requests.zip",
  enquiry,
  "/job-applications/board",
  "/job-applications/templates",
  "/job-applications/00000000-0000-7000-8000-000000000000/mail-preview",
  "/job-applications/00000000-0000-7000-8000-000000000000",
  "/embeddings-management/words",
  ...lists,
];
const pages = ["/", "/auth", ...staffPaths.filter((page) => !lists.includes(page))];
const paths = [...mutations, ...pages, ...posted, ...[...pages.slice(1), ...posted].map((page) => `${page}.data`)];

const bodies = [
  { type: "application/x-www-form-urlencoded", data: "email=a%40b.example&password=x" },
  { type: "application/json", data: '{"email":"a@b.example","password":"x"}' },
  { type: "text/plain", data: '{"email":"a@b.example"}' },
  {
    type: "multipart/form-data; boundary=b",
    data: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  },
];

const origins = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "same-site", Origin: "https://other.localhost" },
  { Origin: "null" },
  { Origin: "https://evil.example" },
];

/** `npm test` sends every path each body and each origin once; `npm run test:deep` crosses the two. */
for (const { across, tag } of [
  { across: 1, tag: [] },
  { across: origins.length, tag: "@deep" },
])
  test(
    `a request from another site changes nothing, whatever it asks for: ${bodies.length} x ${across} for each path`,
    { tag },
    async ({ request }) => {
      test.slow();
      await signIn(request, "super");
      for (const [index, path] of paths.entries())
        for (const [shift, { type, data }] of bodies.entries())
          for (let step = 0; step < across; step += 1) {
            const origin = origins[(index + shift + step) % origins.length];
            const response = await request.post(path, {
              data,
              headers: { "Content-Type": type, ...origin },
              maxRedirects: 0,
            });
            expect(response.status(), `${path} ${type} ${JSON.stringify(origin)}`).toBe(403);
          }
      const session = await request.get("/api/auth/session");
      expect(await session.json()).toMatchObject({ user: { email: "super@demo.example" } });
    },
  );

test("a page is not posted to, and says what it takes", async ({ request }) => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"])
    for (const path of pages) {
      const response = await request.fetch(path, { method, data: "a=1", headers: { Origin: baseURL } });
      expect(response.status(), `${method} ${path}`).toBe(405);
      expect(response.headers().allow).toBe("GET, HEAD");
    }
});

test("a body over the limit is refused while it streams, and the next request is answered", async () => {
  const send = (body: BodyInit, extra: RequestInit & { duplex?: "half" } = {}) =>
    fetch(`${baseURL}/api/auth/sign-in`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", Origin: baseURL, "CF-Connecting-IP": "10.77.0.1" },
      ...extra,
    });
  const large = "x".repeat(200 * 1024);
  for (let round = 0; round < 5; round += 1) {
    expect((await send(large)).status).toBe(413);
    expect((await send(new Blob([large]).stream(), { duplex: "half" })).status).toBe(413);
    const refused = await fetch(`${baseURL}/auth`, {
      method: "POST",
      body: large,
      headers: { Origin: "https://evil.example" },
    });
    expect(refused.status).toBe(403);
    expect((await fetch(`${baseURL}/api/health`)).status).toBe(200);
  }
});

test("a missing public page is kept for a minute, as a document and as data", async ({ request }) => {
  for (const path of ["/no-such-page", "/no-such-page.data"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["cache-control"], path).toBe("public, max-age=0, s-maxage=60");
  }
});
