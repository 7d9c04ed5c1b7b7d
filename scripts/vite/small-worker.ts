import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** A module whose functions of these names throw. */
function refuse(why: string, ...names: string[]): string {
  return names.map((name) => `export const ${name} = () => { throw new Error(${JSON.stringify(why)}); };`).join("\n");
}

/**
 * Makers certify their authenticators, which the site does not ask for (`attestationType: "none"`): browsers leave it out, and a
 * passkey that comes with a certificate all the same is refused.
 */
const noCertificates = "Certificates of authenticators are not read.";

const ecdsa = fileURLToPath(new URL("../../worker/accounts/ecdsa-signature.ts", import.meta.url));

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
  // Makes schemas of JSON Schema.
  "/zod/v4/classic/from-json-schema.js": `export const fromJSONSchema = undefined;`,
  // The feeds are written; the rest reads XML.
  "/xml-js/lib/index.js": `exports.js2xml = require("./js2xml.js");`,
  ...Object.fromEntries(
    [
      ["helpers/validateCertificatePath", "validateCertificatePath"],
      ["helpers/isCertRevoked", "isCertRevoked"],
      ["helpers/getCertificateInfo", "getCertificateInfo"],
      ["helpers/convertX509PublicKeyToCOSE", "convertX509PublicKeyToCOSE"],
      ["helpers/validateExtFIDOGenCEAAGUID", "validateExtFIDOGenCEAAGUID"],
      ["registration/verifications/verifyAttestationAndroidKey", "verifyAttestationAndroidKey"],
      ["registration/verifications/verifyAttestationAndroidSafetyNet", "verifyAttestationAndroidSafetyNet"],
      ["registration/verifications/verifyAttestationApple", "verifyAttestationApple"],
      ["registration/verifications/tpm/verifyAttestationTPM", "verifyAttestationTPM"],
    ].map(([path, name = ""]) => [`/@simplewebauthn/server/esm/${path}.js`, refuse(noCertificates, name)]),
  ),
  // Moves what a browser shows.
  "/embla-carousel/esm/embla-carousel.esm.js": `export default undefined;`,
  // Where browsers keep what is not saved yet, and how they merge it.
  "/idb/build/index.js": `export const openDB = undefined;`,
  "/node-diff3/dist/diff3.mjs": `export const diff3Merge = undefined, diffIndices = undefined;`,
};

/** Packages of the article editor, which runs in browsers alone. */
const forBrowsers = /[\\/]node_modules[\\/](@tiptap|prosemirror-[^\\/]+|rope-sequence|w3c-keyname)[\\/]/;

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
      const end = Object.keys(smaller).find((path) => id.replaceAll("\\", "/").endsWith(`/node_modules${path}`));
      if (end === undefined) return undefined;
      met.add(end);
      return smaller[end];
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
      const missed = Object.keys(smaller).filter((path) => !met.has(path));
      if (!error && missed.length > 0) this.error(`The Worker no longer has ${missed.join(", ")}.`);
    },
  };
}
