import type { ShippedPackage } from "./list-shipped.ts";

interface Site {
  name: string;
  version: string;
}

const nameReference = ({ name, version }: Site) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
/** "MIT" is an id; "(MIT OR Apache-2.0)" an expression. */
const writeLicence = (license: string) =>
  / (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } };

/**
 * A bill of materials in the form CycloneDX 1.6. The same packages give the same text but for `serialNumber` (a URN with a UUID) and
 * `at` (ISO 8601).
 */
export function writeBill(
  shipped: readonly ShippedPackage[],
  site: Site,
  { serialNumber, at }: { serialNumber: string; at: string },
): string {
  const references = new Map(shipped.map((one) => [one.path, nameReference(one)]));
  const once = new Map(shipped.map((one) => [nameReference(one), one]));
  const self = nameReference(site);
  const needed = new Set(shipped.flatMap(({ needs }) => needs));
  const listReferences = (paths: readonly string[]) =>
    [...new Set(paths.map((path) => references.get(path) ?? path))].toSorted();
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber,
    version: 1,
    metadata: {
      timestamp: at,
      lifecycles: [{ phase: "build" }],
      component: { type: "application", "bom-ref": self, name: site.name, version: site.version, purl: self },
    },
    components: [...once].map(([reference, { name, version, license, sha512 }]) => ({
      type: "library",
      "bom-ref": reference,
      name,
      version,
      hashes: [{ alg: "SHA-512", content: sha512 }],
      licenses: [writeLicence(license)],
      purl: reference,
    })),
    dependencies: [
      {
        ref: self,
        dependsOn: listReferences(shipped.filter(({ path }) => !needed.has(path)).map(({ path }) => path)),
      },
      ...[...once].map(([ref, { needs }]) => ({ ref, dependsOn: listReferences(needs) })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
