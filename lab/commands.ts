/** The commands of the laboratory: lab/README.md lists them. */
import { nameTasks } from "../scripts/commands/table.ts";
import { type Command, database } from "../scripts/commands/types.ts";

const file = (about: string) => ({ type: "string", value: "FILE", about }) as const;
const persistTo = { "persist-to": database["persist-to"] } as const;

export const bench = {
  run: "npm run lab -- bench",
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

export const load = {
  run: "npm run lab -- load",
  about: `Mixed traffic against the production build, then more than the site can take. Fails for any answer that is none as it
should be, and for a heap that grows. Times are only shown.`,
  options: {
    minutes: { type: "string", value: "N", default: "10", range: [0.1, 10_000], about: "for how long" },
    "no-figures": { type: "boolean", about: "docs/figures.md stays as it is" },
  },
} as const satisfies Command;

export const cost = {
  run: "npm run lab -- cost",
  about: "Computes docs/cost.md, what a month costs by page views, from the counted figures of docs/figures.md.",
  options: {
    count: { type: "boolean", about: "counts in workerd what the jobs take, into docs/figures.md, first" },
  },
} as const satisfies Command;

export const traffic = {
  run: "npm run lab -- traffic",
  about: `Stores a made-up year of visits in a local database, the same at each call, and holds every figure of it against a count
that asks no database.`,
  options: {
    views: { type: "string", value: "N", default: "1000000", range: [1, 1e9], about: "how many page views, about" },
    days: { type: "string", value: "N", default: "365", range: [1, 700], about: "on how many days, up to yesterday" },
    ...persistTo,
  },
} as const satisfies Command;

export const evalSearch = {
  run: "npm run lab -- eval-search",
  about: `Measures how well the search ranks. Without files: by the judgements that ship, over the demo content that \`npm start\` has indexed.
With --queries and --qrels: by these, over what it has indexed. With --docs, too: over a test collection.`,
  options: {
    keep: file("where the results go, to be compared with later ones"),
    against: file("results that were kept: which queries are better now, and which are worse"),
    version: {
      type: "string",
      value: "NUMBER",
      range: [1, 1e9],
      about: "of the vectors; the one that serves unless told",
    },
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
  more: "Files of a collection may be compressed by gzip.",
} as const satisfies Command;

export const evalDocuments = {
  run: "npm run lab -- eval-documents",
  about:
    "Measures how many of the words that pdftotext finds in PDFs the site finds in them; lists those it reads worst.",
  operands: [{ name: "PATH", about: "PDFs, or folders with PDFs", isList: true }],
  options: {
    name: { type: "string", value: "WORDS", about: "what these PDFs are: the figures go into docs/figures.md" },
  },
} as const satisfies Command;

export const evalSources = {
  run: "npm run lab -- eval-sources",
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

export const searchReport = {
  run: "npm run lab -- search-report",
  about: `Prints what visitors who accepted asked in 90 days and found no answer to, and passages of two documents that say nearly the
same. A restored copy of the site has the searches of its visitors.`,
  options: persistTo,
} as const satisfies Command;

export const searchMap = {
  run: "npm run lab -- search-map",
  about: "Draws the passages of the search as an SVG, those with like meanings near each other.",
  options: {
    to: { type: "string", value: "FILE", default: "build/search-map.svg", about: "where it goes" },
    ...persistTo,
  },
} as const satisfies Command;

/** Every command by its task: the file of lab/tasks that does it. */
export const labCommands = nameTasks({
  bench,
  load,
  cost,
  traffic,
  evalSearch,
  searchReport,
  searchMap,
  evalDocuments,
  evalSources,
});
