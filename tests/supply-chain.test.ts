/** What the lock file lets in: exact versions with their hashes, no program that runs at install unnoticed, known licences. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listShipped } from "../scripts/sbom/list-shipped.ts";

const root = join(import.meta.dirname, "..");

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = <Shape>(name: string) => JSON.parse(readFileSync(join(root, name), "utf8")) as Shape;
const manifest = read<{
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}>("package.json");
const packages = Object.entries(read<{ packages: Record<string, LockedPackage> }>("package-lock.json").packages).filter(
  ([path]) => path !== "",
);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("every package is named with one version and locked with its hash, and comes from the registry that is configured", () => {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
  // Else `npm install` writes where it got some of them, and a clean clone has a change that nobody made.
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("omit-lockfile-registry-resolved=true\n");
});

test("the lock file has the binaries of every platform, so that `npm install` changes it on none", () => {
  const locked = new Set(packages.map(([path]) => path));
  /** Whether Node finds `name` from the package at `path`: in its own folder, or in one of those around it. */
  const isLocked = (path: string, name: string): boolean =>
    locked.has(`${path}${path && "/"}node_modules/${name}`) ||
    (path !== "" && isLocked(path.slice(0, Math.max(0, path.lastIndexOf("node_modules/") - 1)), name));
  const missing = packages.flatMap(([path, one]) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, of ${path}`),
  );
  expect(missing).toEqual([]);
});

test("Miniflare is the one that wrangler brings", () => {
  const locked = new Map(packages);
  const { dependencies } = locked.get("node_modules/wrangler") ?? {};
  expect(locked.get("node_modules/miniflare")?.version).toBe(dependencies?.["miniflare"]);
});

test("no package runs a program when it is installed but the named ones", () => {
  const running = new Set(
    packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)),
  );
  expect([...running].toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
});

/** Licences that ask for no more than their own text beside what is shipped. */
const permissive =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|OFL-1\.1|Python-2\.0|PSF-2\.0|Zlib)$/;
/** Of tools that are used and not shipped. */
const ofTools = /^(MPL-2\.0|CC-BY-4\.0|LGPL-3\.0-or-later)$/;
/** Packages whose licence stands in a file of theirs and not in their description. */
const readByHand: Record<string, string> = { "@react-aria/optimize-locales-plugin": "Apache-2.0" };

const words = (licence: string) => licence.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
const licenceOf = (path: string, { license }: LockedPackage) => license ?? readByHand[nameOf(path)] ?? "unknown";

const shipped = new Set(listShipped().map(({ path }) => path));

test("what is shipped has a permissive licence, and a tool one that is known", () => {
  const strange = packages.filter(
    ([path, locked]) =>
      !words(licenceOf(path, locked)).every(
        (licence) => permissive.test(licence) || (locked.dev === true && !shipped.has(path) && ofTools.test(licence)),
      ),
  );
  expect(strange.map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`)).toEqual([]);
});
