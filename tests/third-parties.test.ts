/** What is built names no host of others but those on the page of security, and only files that stand there ask anybody. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brand } from "../app/content/brand.ts";
import { thirdParties } from "../scripts/security/third-parties.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Hosts that stand in the code as words, and are asked by nothing. */
const onlyWords = new Set(
  [
    // Names of formats and schemas, which look like addresses.
    "www.w3.org schema.org json-schema.org jsonfeed.org purl.org www.sitemaps.org www.itunes.com www.google.com www.ibm.com",
    "ns.adobe.com www.xfa.org prosemirror.net",
    // Where messages of libraries send developers.
    "react.dev reactrouter.com github.com kysely.dev simplewebauthn.dev w3c.github.io validator.w3.org",
    // In the pattern of known robots.
    "a9.com",
    // Examples, and bases that relative addresses are read against.
    "example.com example.org foo.bar old.invalid site.invalid site-origin.invalid upload.invalid",
    // Links of docs/runbook.md, which super admins follow, and an address that stands for their own.
    "www.cloudflarestatus.com www.standardwebhooks.com www.example.com",
    // Known in articles that are imported, and turned into a link or one of our players.
    "vimeo.com www.youtube.com www.dailymotion.com",
  ].flatMap((line) => line.split(" ")),
);
const brandFile = "app/content/brand.ts";
const named = new Set(thirdParties.flatMap(({ hosts }) => hosts));
/** What an owner links to, and may link to no longer: the copy of the pages says so. */
const linked = new Set(thirdParties.find(({ when }) => when === "A visitor follows a link")?.hosts);

function listHosts(pattern: string): Set<string> {
  const files = globSync(pattern, { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  return new Set(
    files.flatMap((path) =>
      Array.from(
        read(path).matchAll(/(?:\b(?:https?|wss?):)?\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/"'`\\\s)?:<,]|$)/gi),
        ([, host = ""]) => host.toLowerCase(),
      ),
    ),
  );
}

test("the built Worker and the files for browsers name no host of others but those on the page of security", () => {
  const worker = listHosts("build/test/server/**/*.js");
  const browsers = listHosts("build/test/client/**/*.{js,css,svg,html}");
  const found = [...new Set([...worker, ...browsers])];
  const ofCopy = new Set(
    globSync("app/content/**/*.ts", { cwd: root }).flatMap((path) =>
      Array.from(read(path).matchAll(/\bhref: "https:\/\/([^/"]+)/g), ([, host = ""]) => host),
    ),
  );
  // Nothing stands in the lists that is not in the code.
  expect(linked.size).toBeGreaterThan(0);
  expect(
    [...named, ...onlyWords].filter((host) => !found.includes(host) && (!linked.has(host) || ofCopy.has(host))),
  ).toEqual([]);
  expect(found.filter((host) => !named.has(host) && !onlyWords.has(host) && !ofCopy.has(host))).toEqual([]);
});

test("only the files on that page open a connection", () => {
  const asking = globSync("worker/**/*.ts", { cwd: root }).filter((path) =>
    /(?<![.\w])(?:globalThis\.)?fetch\(\s*(?!request, env|_request)|: typeof fetch = fetch|import\("cloudflare:sockets"\)|new (?:WebSocket|EventSource)\(/.test(
      read(path)
        .replaceAll(/\/\*[^]*?\*\//g, "")
        .replaceAll(/^\s*async fetch\(.*$/gm, ""),
    ),
  );
  const listed = thirdParties.flatMap(({ asks }) => asks);
  expect(asking.toSorted()).toEqual(listed.filter((path) => path.startsWith("worker/")).toSorted());
  // In browsers, what is on the page names its hosts itself; everything else is fetched by a path of this site.
  for (const { asks, hosts } of thirdParties)
    for (const path of asks.filter(
      (each) => each.startsWith("app/") && (each !== brandFile || brand.social.length > 0),
    ))
      expect(
        hosts.some((host) => read(path).includes(host)),
        path,
      ).toBe(true);
  const elsewhere = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter((path) =>
    /(?<![.\w])fetch\(\s*[`"'](?!\/(?!\/)|\$\{own\}|\$\{path\}|\$\{page\.path\})|new WebSocket\(|new EventSource\(|sendBeacon\(\s*["'`](?!\/(?!\/))/.test(
      read(path),
    ),
  );
  expect(elsewhere).toEqual([]);
});
