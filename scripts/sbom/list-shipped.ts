import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/command.ts";

/** A package whose code, letters or pictures are in what is deployed. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  /** SHA-512 in hexadecimal digits. */
  sha512: string;
  /** Its folder, from the root of the repository. */
  path: string;
  /** Folders of the packages that it needs. */
  needs: string[];
}

interface LockedPackage {
  /** Where it is not that of its folder. */
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Packages for development whose letters and icons the build copies into the site. */
export const copiedByTheBuild = [
  "@fontsource-variable/hanken-grotesk",
  "@fontsource-variable/special-gothic",
  "@fontsource/newsreader",
  "@iconify-json/ph",
  "@iconify-json/simple-icons",
];

const folder = "node_modules/";

/**
 * What is deployed, by the lock file: the dependencies of package.json with all that they need, and what the build copies.
 * `npm sbom --omit=dev` is not asked: it leaves out what a tool needs too, such as React.
 *
 * @throws {Error} where a package has no licence or no hash
 */
export function listShipped(): ShippedPackage[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { dependencies: object };
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = new Map<string, ShippedPackage>();
  const waiting = [...Object.keys(manifest.dependencies), ...copiedByTheBuild].map((name) => folder + name);
  for (const path of waiting) {
    const locked = packages[path];
    if (!locked) throw new Error(`${path} is not in package-lock.json.`);
    if (shipped.has(path)) continue;
    const { version, license, integrity, dependencies, optionalDependencies } = locked;
    const name = locked.name ?? path.slice(path.lastIndexOf(folder) + folder.length);
    if (!license || !integrity) throw new Error(`${name} has no licence or no hash in package-lock.json.`);
    const needs = Object.keys({ ...dependencies, ...optionalDependencies }).map((need) => find(packages, path, need));
    const sha512 = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
    shipped.set(path, { name, version, license, sha512, path, needs });
    waiting.push(...needs);
  }
  return [...shipped.values()].toSorted((one, other) => one.path.localeCompare(other.path, "en"));
}

/** The folder of `name` as Node finds it from the folder `from`: the nearest one. */
function find(packages: Readonly<Record<string, unknown>>, from: string, name: string): string {
  const near = `${from}/${folder}${name}`;
  if (near in packages) return near;
  const end = from.lastIndexOf(`/${folder}`);
  return end === -1 ? folder + name : find(packages, from.slice(0, end), name);
}

/** Between the packages in the list of licences. */
export const separator = `\n\n${"=".repeat(100)}\n\n`;

/** Each licence with its own words, which most of them ask to be handed on; by name and version. */
export function writeLicences(shipped: readonly ShippedPackage[]): string {
  return shipped
    .map(({ name, version, license, path }) => {
      const inPackage = join(root, path);
      const texts = [inPackage, join(inPackage, "LICENSES")]
        .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []))
        .filter(
          (file) => file.isFile() && (/^(licen[cs]e|notice|copying)/i.test(file.name) || file.parentPath !== inPackage),
        )
        .map(({ name: file, parentPath }) => readFileSync(join(parentPath, file), "utf8").trim());
      return [`${name} ${version}: ${license}`, ...texts].join("\n\n");
    })
    .join(separator);
}
