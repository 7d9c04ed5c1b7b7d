/** The runbook as the site shows it: each trouble that the page or an alert can tell has its row, and no row is about nothing. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { OperationsFact, Subject } from "#worker/lib/subject.ts";
import { renderRunbook } from "#worker/operations/runbook.ts";
import { findRunbookPlace } from "#worker/operations/runbook-place.ts";
import { subjects } from "#worker/subjects.ts";

const all: readonly Subject[] = subjects;
const html = renderRunbook();
const places = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

const facts = all
  .flatMap(({ operations = [] }) => operations)
  .flatMap((each): readonly OperationsFact[] => each.tell([], { env: {} as Env, now: 0 }));

/** The keys that alerts and lines of "What to do" have in the code, each by its first words: "check", "missed runs". */
const kinds = [
  "worker/operations/watch.ts",
  "worker/operations/without-database.ts",
  "app/staff/operations/operations-view.ts",
]
  .map((path) => readFileSync(path, "utf8"))
  .flatMap((text) => [...text.matchAll(/\bkey: ["`]([a-z ]+?)(?: \$\{|["`])/g)].map(([, kind = ""]) => kind));
const named = new Set(["check", "job", "fact"]);

/** What they can be about. */
const keys = [
  ...all.flatMap(({ health = [] }) => health.map(({ name }) => `check ${name}`)),
  ...all.flatMap(({ jobs = [] }) => jobs.map(({ name }) => `job ${name}`)),
  ...["Version", "Database", ...facts.map(({ name }) => name)].map((name) => `fact ${name}`),
  ...new Set(kinds.filter((kind) => !named.has(kind))),
];

test("each check, job, line and alert leads to its own row, and each row is about one of them", () => {
  const meant = keys.map((key) => findRunbookPlace(key).split("#")[1] ?? "");
  expect(keys).toEqual(expect.arrayContaining(["errors", "migrations", "missed runs", "database"]));
  expect(keys.length).toBeGreaterThan(50);
  expect(meant.filter((place) => !places.includes(place))).toEqual([]);
  const rows = places.filter((place) => /^(check|job|line|alert)-/.test(place));
  // The table of alerts has a row for all checks, and one for all lines.
  expect(rows.filter((place) => !meant.includes(place))).toEqual(["alert-check", "alert-fact"]);
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test("it leads to addresses of the web alone, and holds neither styles nor its own title", () => {
  expect([...html.matchAll(/href="([^"]*)"/g)].filter(([, href]) => !href?.startsWith("https://"))).toEqual([]);
  expect(html).toContain("backup.md");
  expect(html).not.toMatch(/style=|<h1|<script/);
});
