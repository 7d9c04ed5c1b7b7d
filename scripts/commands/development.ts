/** Commands for who changes the site. */
import type { Command } from "./types.ts";

const port = (usual: number) => `PORT=9000 before it uses another port than ${usual}.`;
const pages = (about: string) => ({ name: "/PATH", about, isList: true }) as const;

/** Those that take no options. */
export const plainCommands = {
  start: {
    run: "npm start",
    about: "Builds and serves the production build in workerd, with demo data in .wrangler/state.",
    more: port(8787),
  },
  dev: {
    run: "npm run dev",
    about: "The same site with hot reloading, with demo data in .wrangler/dev; its search is filled as it starts.",
    more: port(5173),
  },
  build: {
    run: "npm run build",
    about: "Art, client, Worker and the fixed pages into build/site/.",
  },
  check: {
    run: "npm run check",
    about: "Types, lint, format, dead code, styles, and the dates of the copy.",
  },
  format: {
    run: "npm run format",
    about: "Formats, fixes what can be fixed, and dates the copy that has changed.",
  },
  art: {
    run: "npm run art",
    about: "Draws the pictures and lists their sizes, as they are and as gzip.",
  },
  security: {
    run: "npm run security",
    about: "Writes the tables of docs/security.md from what the subjects declare.",
  },
  sbom: {
    run: "npm run sbom",
    about:
      "Writes what is shipped into build/, from the lock file: a bill of materials (CycloneDX) and a list of licences.",
  },
} as const satisfies Record<string, Command>;

const deepParts = ["expressions", "edits", "edge", "backup", "deploy", "unit", "e2e"] as const;

export const test = {
  run: "npm test",
  about: "Types and lint; vitest, in workerd and in Node; Chromium against the production build.",
  operands: [
    {
      name: "PART",
      about: "all that CI runs, one part, or what a change reaches",
      choices: ["all", "check", "unit", "e2e", "changed"],
    },
  ],
  passesOn: ["unit", "e2e", "changed"],
  more: `all adds the tests with @ci in their title, which CI runs for every change: run it before a push and before a deployment. What stands
after unit goes to vitest, and after e2e to Playwright: names of files, and their own options.
changed is for work in between: the checks, the tests that import what is not committed, and those in the folders named like that of
a changed file. A branch after it, such as changed main, takes what differs from where this one left it. What is in no folder of a subject,
such as a migration, needs all, which CI runs, too.`,
} as const satisfies Command;

export const testDeep = {
  run: "npm run test:deep",
  about: `What takes too long for every change; \`npm test\` runs a part of each. The owner's edits on a copy of the repository, the site
behind nginx and Varnish, the restore drill, a deployment to a stand-in of Cloudflare, properties with thousands of inputs, whole matrices in Chromium.`,
  operands: [{ name: "PART", about: "one part", choices: deepParts }],
  passesOn: deepParts,
  more: "What stands after the part goes to vitest, and after e2e to Playwright.",
} as const satisfies Command;

export const testFaults = {
  run: "npm run test:faults",
  about: "Every mutation while each call of a binding fails, and workerd killed in mid-write.",
  operands: [
    {
      name: "AREA",
      about: 'one area of tests/worker/operations/faults/area-names.ts, one mutation such as "auth/reset", or "killed"',
    },
    { name: "CALL", about: "of a mutation: one call of it, counted from 1" },
    { name: "FAULT", about: "of a call: one kind of fault, such as after" },
  ],
} as const satisfies Command;

export const audit = {
  run: "npm run audit",
  about: `Lighthouse as a phone on a slow network, behind a compressing proxy; fails below its targets. Without pages: one of each
template, and how soon menus, a second page and the article editor answer.`,
  operands: [pages("these pages alone, such as /gcc")],
  more: "RUNS=5 before it takes the middle of five runs in place of three.",
} as const satisfies Command;

export const screens = {
  run: "npm run screens",
  about: "Draws a sheet of each template into docs/screens/: three widths, light and dark.",
  operands: [pages("sheets of these pages")],
} as const satisfies Command;
