import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/command.ts";
import { listShipped, writeLicences } from "../sbom/list-shipped.ts";
import { writeBill } from "../sbom/write-bill.ts";

/** npm run sbom: what is deployed, for those who ask: a bill of materials (CycloneDX) and all licences with their words, in build/. */
const folder = join(root, "build");
const site = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string; version: string };
const shipped = listShipped();
const made = { serialNumber: `urn:uuid:${randomUUID()}`, at: new Date().toISOString() };
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "sbom.cdx.json"), writeBill(shipped, site, made));
writeFileSync(join(folder, "licences.txt"), `${writeLicences(shipped)}\n`);
console.log(`build/sbom.cdx.json and build/licences.txt list ${shipped.length} packages.`);
