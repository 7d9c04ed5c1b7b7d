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
    about: "Types, lint, format, dead code, and the dates of the copy.",
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
  about:
    "Everything, or one part: types and lint; vitest, in workerd and in Node; Chromium against the production build.",
  operands: [{ name: "PART", about: "one part", choices: ["check", "unit", "e2e"] }],
  passesOn: ["unit", "e2e"],
  more: "What stands after unit goes to vitest, and after e2e to Playwright: names of files, and their own options.",
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

export const testLoad = {
  run: "npm run test:load",
  about: `Mixed traffic against the production build, then more than the site can take. Fails for any answer that is none as it
should be, and for a heap that grows. Times are only shown.`,
  options: {
    minutes: { type: "string", value: "N", default: "10", range: [0.1, 10_000], about: "for how long" },
    "no-figures": { type: "boolean", about: "docs/figures.md stays as it is" },
  },
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

export const bench = {
  run: "npm run bench",
  about:
    "What pages cost in workerd, as ratios to a fixed answer, into docs/figures.md and its history; seven minutes for everything.",
  operands: [
    {
      name: "NAME",
      about: "these routes or subjects alone, or ingest, or search: on the terminal alone",
      isList: true,
    },
  ],
  options: {
    long: { type: "boolean", about: "more rounds, ten million views, and a minute of events" },
    work: { type: "boolean", about: "also how long a fresh install and `npm test` take" },
    "no-build": { type: "boolean", about: "of the build that the last run made" },
  },
} as const satisfies Command;

const file = (about: string) => ({ type: "string", value: "FILE", about }) as const;

export const evalSearch = {
  run: "npm run eval:search",
  about: `Measures how well the search ranks. Without files: by the judgements that ship, over the demo content that \`npm start\` has indexed.`,
  options: {
    docs: file("documents: JSON lines with _id, title and text; <DOC> elements; .I/.T/.W; or id, tab, text"),
    queries: file("queries: JSON lines with _id and text, <top> elements, number and text, or .I/.W"),
    qrels: file("judgements: query, iteration, document, grade; or query, document, grade"),
    gain: {
      type: "string",
      value: "NAME",
      default: "linear",
      choices: ["linear", "exponential", "binary"],
      about: "what a grade adds: as trec_eval, 2^grade - 1, or 1",
    },
    best: {
      type: "string",
      value: "WHICH",
      default: "highest",
      choices: ["highest", "lowest"],
      about: "lowest where 1 is the best grade and 4 the least, as in the judgements that came with Cranfield",
    },
    weight: {
      type: "string",
      value: "NUMBER",
      range: [0, 1000],
      about: "of the vector leg; unless told it is chosen for each fifth of the queries on the other four",
    },
    run: {
      type: "string",
      value: "NAME",
      about: "writes the rankings to NAME.lexical.txt and so on, for trec_eval",
    },
    name: { type: "string", value: "NAME", about: "of the collection: its figures go into docs/figures.md" },
  },
  more: "--docs, --queries and --qrels belong together. Files may be compressed by gzip.",
} as const satisfies Command;

export const evalDocuments = {
  run: "npm run eval:documents",
  about:
    "Measures how many of the words that pdftotext finds in PDFs the site finds in them; lists those it reads worst.",
  operands: [{ name: "PATH", about: "PDFs, or folders with PDFs", isList: true }],
  options: {
    name: { type: "string", value: "WORDS", about: "what these PDFs are: the figures go into docs/figures.md" },
  },
} as const satisfies Command;

export const evalSources = {
  run: "npm run eval:sources",
  about: "Counts how many visits the figures take for what they are, on cases of your own, and prints the others.",
  options: {
    referrers: file(
      "page before, tab, the right channel with or without its source; a first line that is no address is a title",
    ),
    agents: file("user agent, tab, words of which the answer has one: device, browser or system"),
    figures: { type: "boolean", about: "writes how many are right into docs/figures.md" },
  },
  more: "Each file is a list of lines. Of what is right, words behind a comma, a slash or in brackets are other right answers or remarks.",
} as const satisfies Command;

export const cost = {
  run: "npm run cost",
  about: "Computes docs/cost.md, what a month costs by page views, from the counted figures of docs/figures.md.",
  options: {
    count: { type: "boolean", about: "counts in workerd what the jobs take, into docs/figures.md, first" },
  },
} as const satisfies Command;
