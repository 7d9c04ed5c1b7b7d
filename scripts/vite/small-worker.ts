import { fileURLToPath } from "node:url";
import shinjitai from "opencc-js/dict/JPShinjitaiCharacters";
import simplified from "opencc-js/dict/TSCharacters";
import type { Plugin } from "vite";
import { type Cuts, cutMethods } from "./cut-methods.ts";
import { packEntities } from "./pack-entities.ts";
import { packSigns } from "./pack-signs.ts";

/** A module whose functions of these names throw. */
function refuse(why: string, ...names: string[]): string {
  return names.map((name) => `export const ${name} = () => { throw new Error(${JSON.stringify(why)}); };`).join("\n");
}

/** A module without its functions of these names, which nothing calls. */
function omit(names: string): string {
  return names
    .split(" ")
    .map((name) => `export const ${name} = () => undefined;`)
    .join("\n");
}

/**
 * Makers certify their authenticators, which the site does not ask for (`attestationType: "none"`): browsers leave it out, and a
 * passkey that comes with a certificate all the same is refused.
 */
const noCertificates = "Certificates of authenticators are not read.";

const ecdsa = fileURLToPath(new URL("../../worker/accounts/second-factors/ecdsa-signature.ts", import.meta.url));

/**
 * Modules of packages that would bring into the Worker what it never runs, by the end of their path, and what stands for
 * them there. Every start of the Worker reads and compiles all that is in its bundle.
 */
const smaller: Record<string, string> = {
  // A reader of all of ASN.1, for a sequence of two numbers.
  "/@simplewebauthn/server/esm/helpers/iso/isoCrypto/unwrapEC2Signature.js": `export { unwrapEC2Signature } from ${JSON.stringify(ecdsa)};`,
  // The other half renders to strings, which React keeps for old programs.
  "/react-dom/server.edge.js": `module.exports = require("./cjs/react-dom-server.edge.production.js");`,
  // Messages in 50 languages.
  "/zod/v4/locales/index.js": `export { default as en } from "./en.js";`,
  // Writes programs for schemas, which workerd does not run.
  "/zod/v4/core/compile.js": [
    "const unused = undefined;",
    "export { unused as INVALID, unused as compile, unused as compileFn, unused as withParser };",
    "export { unused as ZodCompileAsyncError, unused as ZodCompileUnsupportedError };",
  ].join("\n"),
  // Makes JSON Schema of schemas. The description of the API is written by another package.
  "/zod/v4/core/to-json-schema.js": omit(
    "initializeContext handleUnrepresentable processSchema extractDefs finalize createToJSONSchemaMethod createStandardJSONSchemaMethod",
  ),
  "/zod/v4/core/json-schema-generator.js": omit("JSONSchemaGenerator"),
  "/zod/v4/core/json-schema-processors.js": omit(
    "aggregateChecks allProcessors toJSONSchema " +
      (
        "string number boolean bigint symbol null undefined void never any unknown date enum literal nan templateLiteral file success " +
        "custom function transform map set array object union intersection tuple record nullable nonoptional default prefault catch pipe " +
        "readonly promise optional lazy"
      ).replaceAll(/\w+/g, "$&Processor"),
  ),
  // Makes schemas of JSON Schema.
  "/zod/v4/classic/from-json-schema.js": `export const fromJSONSchema = undefined;`,
  // Finds addresses in text, which only imports do, in browsers.
  "/linkify-it/build/index.mjs": "export class LinkifyIt {}",
  // Names of signs, which Markdown may use.
  "/entities/dist/index.js": packEntities(),
  // Long lists of signs, which workerd knows.
  "/uc.micro/build/index.mjs": String.raw`export const P = /\p{P}/u, S = /\p{S}/u;`,
  // Its hashes are those of workerd.
  "/otpauth/dist/otpauth.esm.js": `export * from "./otpauth.node.min.mjs";`,
  // Changes tables, which migrations do in SQL, merges rows, and rewrites queries, for schemas of other databases.
  "/kysely/dist/query-builder/merge-query-builder.js": "export class MergeQueryBuilder {}",
  "/kysely/dist/plugin/with-schema/with-schema-transformer.js": "export class WithSchemaTransformer {}",
  "/kysely/dist/schema/schema-module.js": "export class SchemaModule {}",
  "/kysely/dist/operation-node/operation-node-transformer.js": "export class OperationNodeTransformer {}",
  // Asks for passkeys.
  "/@simplewebauthn/browser/esm/index.js": omit("browserSupportsWebAuthnAutofill"),
  // Copies schemas with other parts.
  "/zod/v4/core/visit.js": omit("visit"),
  // Asks a database for its tables, which D1 refuses.
  "/kysely/dist/dialect/sqlite/sqlite-introspector.js": "export class SqliteIntrospector {}",
  // Its modules one by one: the package is one file.
  "/ml-matrix/matrix.mjs": [
    `export { default as Matrix } from "./src/matrix.js";`,
    `export { default as EigenvalueDecomposition } from "./src/dc/evd.js";`,
  ].join("\n"),
  "/ml-matrix/src/mathOperations.js": omit("installMathOperations"),
  // Chinese and Japanese signs.
  "/opencc-js/dist/esm-lib/dict/JPShinjitaiCharacters.js": packSigns(shinjitai),
  "/opencc-js/dist/esm-lib/dict/TSCharacters.js": packSigns(simplified),
  // The feeds are written; the rest reads XML.
  "/xml-js/lib/index.js": `exports.js2xml = require("./js2xml.js");`,
  ...Object.fromEntries(
    [
      ["helpers/validateCertificatePath", "validateCertificatePath"],
      ["helpers/isCertRevoked", "isCertRevoked"],
      ["helpers/getCertificateInfo", "getCertificateInfo"],
      ["helpers/convertX509PublicKeyToCOSE", "convertX509PublicKeyToCOSE"],
      ["helpers/validateExtFIDOGenCEAAGUID", "validateExtFIDOGenCEAAGUID"],
      ["metadata/verifyAttestationWithMetadata", "verifyAttestationWithMetadata"],
      ["registration/verifications/verifyAttestationAndroidKey", "verifyAttestationAndroidKey"],
      ["registration/verifications/verifyAttestationAndroidSafetyNet", "verifyAttestationAndroidSafetyNet"],
      ["registration/verifications/verifyAttestationApple", "verifyAttestationApple"],
      ["registration/verifications/tpm/verifyAttestationTPM", "verifyAttestationTPM"],
    ].map(([path, name = ""]) => [`/@simplewebauthn/server/esm/${path}.js`, refuse(noCertificates, name)]),
  ),
  // Certificates of makers: none is known.
  "/@simplewebauthn/server/esm/services/metadataService.js": `export const MetadataService = { getStatement: async () => undefined };`,
  // Moves what a browser shows.
  "/embla-carousel/esm/embla-carousel.esm.js": `export default undefined;`,
  // Where browsers keep what is not saved yet.
  "/idb/build/index.js": `export const openDB = undefined;`,
};

/** Modules of packages of which the Worker runs a part, by the end of their path. */
const parts: Record<string, Cuts> = {
  // Eigenvalues of symmetric matrices alone.
  "/ml-matrix/src/dc/evd.js": { functions: ["orthes", "hqr2", "cdiv"] },
  "/ml-matrix/src/matrix.js": {
    methodsToKeep: {
      AbstractMatrix: ["from1DArray", "checkMatrix", "isMatrix", "isSquare", "isEmpty", "getColumn"],
      Matrix: ["constructor", "initData", "get", "set"],
    },
  },
};

/** Packages of the article editor, which runs in browsers alone. */
const forBrowsers = /[\\/]node_modules[\\/](@tiptap|prosemirror-[^\\/]+|rope-sequence|w3c-keyname)[\\/]/;

function findEnd(modules: object, id: string): string | undefined {
  return Object.keys(modules).find((path) => id.replaceAll("\\", "/").endsWith(`/node_modules${path}`));
}

/**
 * Builds the Worker without parts of packages that it never runs. Fails where a package no longer has such a module, and
 * where the editor of articles has come in: a page imports it under `!import.meta.env.SSR`.
 */
export function smallWorker(): Plugin {
  const met = new Set<string>();
  return {
    name: "small-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    load(id) {
      const end = findEnd(smaller, id);
      if (end === undefined) return undefined;
      met.add(end);
      return smaller[end];
    },
    transform(code, id) {
      const end = findEnd(parts, id);
      if (end === undefined) return undefined;
      met.add(end);
      const missing: string[] = [];
      const rest = cutMethods(code, this.parse(code).body, parts[end] ?? {}, missing);
      if (missing.length > 0) this.error(`${end} no longer has ${missing.join(", ")}.`);
      return { code: rest, map: null };
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (/-worker-[^/]+\.js$/.test(chunk.fileName))
          this.error(`${chunk.fileName} is a worker of browsers: start it in a module that ends with .client.ts.`);
        if (chunk.type !== "chunk") continue;
        const leaked = chunk.moduleIds.find((id) => forBrowsers.test(id));
        if (leaked) this.error(`${leaked} is code for browsers, yet it is in ${chunk.fileName} of the Worker.`);
      }
    },
    buildEnd(error) {
      const missed = [...Object.keys(smaller), ...Object.keys(parts)].filter((path) => !met.has(path));
      if (!error && missed.length > 0) this.error(`The Worker no longer has ${missed.join(", ")}.`);
    },
  };
}
