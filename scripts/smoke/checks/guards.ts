import { day } from "../../../shared/dates/durations.ts";
import type { Check } from "../types.ts";

const staffPages = [
  "/marketing-admin/inbox",
  "/job-applications",
  "/user-management",
  "/audit-log",
  "/visitor-analytics",
];

/** As the seed makes them on a machine; they must be nowhere else. */
const demoSignIn = { email: "super@demo.example", password: "demo-only-password" };

export const guardChecks: readonly Check[] = [
  {
    name: "sign-in page",
    look: "app/auth, and AUTH_SECRET and OIDC_… of the deployment",
    async run({ ask }) {
      const found: string[] = [];
      for (const path of ["/auth", "/admin/auth"]) {
        const { status, headers, body } = await ask(path);
        if (status !== 200 || !body.includes("<form")) found.push(`${path} answers ${status} without a form.`);
        else if (!/no-store|private/.test(headers.get("Cache-Control") ?? ""))
          found.push(`${path} may be kept by caches.`);
      }
      return found;
    },
  },
  {
    name: "signing keys",
    look: "docs/rotation.md, and npm run keys:rotate",
    async run({ ask }) {
      const { status, body } = await ask("/.well-known/jwks.json");
      if (status !== 200) return [`/.well-known/jwks.json answers ${status}.`];
      const { keys } = JSON.parse(body) as { keys: Record<string, unknown>[] };
      if (!Array.isArray(keys)) return ["/.well-known/jwks.json lists no keys."];
      return keys.some((key) => "d" in key) ? ["/.well-known/jwks.json shows a private key."] : [];
    },
  },
  {
    name: "staff pages",
    look: "the route's guard in app/staff; take the deployment back first",
    async run({ ask }) {
      const seen = await Promise.all(staffPages.map(async (path) => [path, await ask(path)] as const));
      const open = seen.filter(
        ([, { status, headers }]) => status !== 302 || !/\/auth/.test(headers.get("Location") ?? ""),
      );
      const { status } = await ask("/api/roles");
      return [
        ...open.map(([path, answer]) => `${path} answers ${answer.status} to who is signed out.`),
        ...(status === 401 ? [] : [`/api/roles answers ${status} to who is signed out.`]),
      ];
    },
  },
  {
    name: "no accounts of the demo",
    look: "/user-management; scripts/seed refuses a remote database, so somebody has copied one",
    skipsLocal: "it has them",
    async run({ ask, origin }) {
      const { status } = await ask("/api/auth/sign-in", {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: origin },
        body: JSON.stringify(demoSignIn),
      });
      const mailbox = await ask("/mailbox");
      return [
        ...([401, 403, 429].includes(status) ? [] : [`Signing in as ${demoSignIn.email} answers ${status}.`]),
        ...(mailbox.status === 404 ? [] : [`/mailbox answers ${mailbox.status}; it is for localhost alone.`]),
      ];
    },
  },
  {
    name: "host and certificate",
    look: "Cloudflare's pages Workers > Settings > Domains and SSL/TLS > Edge Certificates",
    skipsLocal: "it has neither",
    async run(site) {
      const { ask, origin } = site;
      const certificate = await site.readCertificate();
      if (!certificate) return [`${origin} is not HTTPS.`];
      const left = Math.floor((certificate.validUntil - Date.now()) / day);
      const { status, headers } = await ask(origin.replace("https:", "http:"));
      const to = headers.get("Location") ?? "";
      return [
        ...(left >= 7 ? [] : [`The certificate ends in ${left} days.`]),
        ...([301, 308].includes(status) && to.startsWith(origin)
          ? []
          : [`http:// answers ${status}, not a redirect to ${origin}.`]),
      ];
    },
  },
  {
    name: "redirects",
    look: "worker/lib/http/own-origin.ts and app/staff/admin.tsx",
    async run({ ask }) {
      const { status, headers } = await ask("/auth/second-step");
      const location = headers.get("Location") ?? "";
      return status >= 300 && status < 400 && location !== ""
        ? []
        : [`/auth/second-step answers ${status}, not a redirect.`];
    },
  },
];
