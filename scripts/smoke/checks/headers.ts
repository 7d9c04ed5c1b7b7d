import { createHash } from "node:crypto";
import type { Check, Seen } from "../types.ts";

/** What every answer has; worker/lib/http/security-headers.ts and public/_headers set it. */
const demanded: readonly (readonly [string, RegExp])[] = [
  ["Strict-Transport-Security", /max-age=\d{8}/],
  ["X-Content-Type-Options", /^nosniff$/],
  ["X-Frame-Options", /^(DENY|SAMEORIGIN)$/],
  ["Cross-Origin-Opener-Policy", /^same-origin$/],
  ["Permissions-Policy", /camera=\(\)/],
  ["Referrer-Policy", /./],
  ["Content-Security-Policy", /default-src/],
];

function judgeHeaders(path: string, { headers }: Seen): string[] {
  return demanded
    .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
    .map(([name]) => `${path} has no ${name} as it should be.`);
}

/** Scripts in a page that no policy of it allows. */
function judgePolicy(path: string, { headers, body }: Seen): string[] {
  const policy = headers.get("Content-Security-Policy") ?? "";
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  if (/'unsafe-inline'|'unsafe-eval'/.test(allowed)) return [`The policy of ${path} allows any script.`];
  const nonce = /'nonce-([^']+)'/.exec(allowed)?.[1];
  const blocked = Array.from(body.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)).filter(
    ([, attributes = "", text = ""]) => {
      // Data, and what waits for app/inline/boot.ts, is not run as it stands.
      if (text === "" || / type="(?!module|speculationrules)[^"]*"/.test(attributes)) return false;
      if (nonce !== undefined && attributes.includes(nonce)) return false;
      return !allowed.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    },
  );
  return blocked.length > 0 ? [`${blocked.length} scripts in ${path} are blocked by its policy.`] : [];
}

const pages = ["/", "/contact", "/privacy-policy", "/admin/auth"];

export const headerChecks: readonly Check[] = [
  {
    name: "security headers and scripts",
    look: "worker/lib/http/security-headers.ts, worker/pages/finish-page.ts, and rules of the zone that change answers",
    async run({ ask }) {
      const seen = await Promise.all([...pages, "/api/health"].map(async (path) => [path, await ask(path)] as const));
      return [
        ...seen.flatMap(([path, answer]) => judgeHeaders(path, answer)),
        ...seen.flatMap(([path, answer]) => (path.startsWith("/api") ? [] : judgePolicy(path, answer))),
      ];
    },
  },
  {
    name: "files of the site",
    look: "public/_headers, and whether the whole build was uploaded",
    async run({ ask }, { isStaging }) {
      const { body } = await ask("/");
      const files = [
        ...new Set(Array.from(body.matchAll(/"(\/assets\/[^"?]+\.(?:js|css))/g), ([, path = ""]) => path)),
      ];
      const isStyle = (path: string) => path.endsWith(".css");
      const [styles, scripts] = [files.filter(isStyle), files.filter((path) => !isStyle(path))];
      if (styles.length === 0) return ["The home page names no stylesheet."];
      const seen = await Promise.all(
        [...styles.slice(0, 4), ...scripts.slice(0, 4)].map(async (path) => [path, await ask(path)] as const),
      );
      return seen.flatMap(([path, answer]) => {
        if (answer.status !== 200) return [`${path} answers ${answer.status}.`];
        const isCached = /max-age=31536000.*immutable/.test(answer.headers.get("Cache-Control") ?? "");
        const isHidden = answer.headers.get("X-Robots-Tag")?.includes("noindex") === true;
        const found = judgeHeaders(path, answer);
        if (!isCached) found.push(`${path} is not kept for a year.`);
        if (isHidden !== isStaging) found.push(`${path} ${isStaging ? "lacks" : "has"} X-Robots-Tag.`);
        return found;
      });
    },
  },
];
