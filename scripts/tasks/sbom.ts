import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/command.ts";

/**
 * npm run sbom: what is shipped, for those who ask: a bill of materials (CycloneDX) and a list of licences, both in build/. They are
 * read from the lock file.
 */
const folder = join(root, "build");
mkdirSync(folder, { recursive: true });
const bill = execFileSync(
  "npm",
  ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx", "--loglevel=error"],
  {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  },
);
writeFileSync(join(folder, "sbom.cdx.json"), bill);

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, LockedPackage>;
};
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
const lines = shipped.map(
  ([path, { version, license }]) =>
    `${path.replace(/^.*node_modules\//, "")}@${version}  ${license ?? "see its package"}`,
);
writeFileSync(join(folder, "licences.txt"), `${[...new Set(lines)].toSorted().join("\n")}\n`);
console.log(`build/sbom.cdx.json and build/licences.txt list ${new Set(lines).size} packages.`);
