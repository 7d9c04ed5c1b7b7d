/** The bill of materials has the form that it says, and everything that the build has put into the site. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";
import { copiedByTheBuild, listShipped, separator, writeLicences } from "../scripts/sbom/list-shipped.ts";
import { writeBill } from "../scripts/sbom/write-bill.ts";

const root = join(import.meta.dirname, "..");
const shipped = listShipped();
const names = new Set(shipped.map(({ name }) => name));
const made = { serialNumber: "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79", at: "2026-11-24T00:00:00.000Z" };
const bill = writeBill(shipped, { name: "a-site", version: "1.0.0" }, made);

test("the bill is valid CycloneDX 1.6, and each package in it has version, hash, licence and what it needs", async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(bill)).toBeNull();
  expect(await validator.validate(bill.replace('"library"', '"thing"'))).not.toBeNull();
  const { components, dependencies } = JSON.parse(bill) as {
    components: { "bom-ref": string; hashes: { content: string }[]; licenses: unknown[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const references = new Set(components.map((component) => component["bom-ref"]));
  expect(references.size).toBe(components.length);
  for (const { hashes, licenses } of components) expect([hashes[0]?.content.length, licenses.length]).toEqual([128, 1]);
  expect(dependencies).toHaveLength(components.length + 1);
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((one) => !references.has(one))).toEqual([]);
});

test("what the Worker was built from is on the bill, and what browsers' code imports", () => {
  const maps = globSync("build/test/server/**/*.map", { cwd: root });
  expect(maps.length).toBeGreaterThan(20);
  const built = maps.flatMap(
    (map) => (JSON.parse(readFileSync(join(root, map), "utf8")) as { sources: string[] }).sources,
  );
  const ofPackages = new Set(
    built.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  expect(ofPackages).toContain("react");
  expect([...ofPackages].filter((name) => !names.has(name))).toEqual([]);

  const code = globSync(["app/**/*.{ts,tsx,css}", "worker/**/*.ts"], { cwd: root });
  const imported = code.flatMap((path) =>
    Array.from(
      readFileSync(join(root, path), "utf8").matchAll(
        /(?:^(?:import|export|\}) (?:[^"\n]* from )?|\bimport\(|^@import )"((?:@[\w-]+\/)?[\w.-]+)(?:\/[^"]*)?"/gm,
      ),
      ([, name = ""]) => name,
    ),
  );
  expect(imported).toContain("@tanstack/query-core");
  // What only the build reads, types alone, the platform, and our own files.
  const others = /^(@react-router\/dev|schema-dts|@cloudflare\/workers-types|cloudflare|virtual|node|\.+|#.*)$/;
  expect([...new Set(imported)].filter((name) => !names.has(name) && !others.test(name))).toEqual([]);
});

test("every shipped package has its licence in the list with words, but those whose package has none", () => {
  const parts = writeLicences(shipped).split(separator);
  expect(parts).toHaveLength(shipped.length);
  expect(parts.filter((part) => part.includes("\n\n")).length / parts.length).toBeGreaterThan(0.9);
  expect(copiedByTheBuild.filter((name) => !names.has(name))).toEqual([]);
});
