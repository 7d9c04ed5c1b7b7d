/** The pages for operators name what there is: docs/runbook.md each check and job, docs/logs.md each event with its fields. */
import { globSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const sources = globSync(["worker/**/*.ts", "app/**/*.{ts,tsx}"]).map((path) => read(path));
const runbook = read("docs/runbook.md");
const logs = read("docs/logs.md");

/** Names in `member: [{ name: "…" …` of the subjects. */
function listNames(member: string): string[] {
  const found = globSync("worker/**/subject.ts").flatMap((path) => {
    const [, list = ""] = new RegExp(`\n  ${member}: \\[([\\s\\S]*?)\\n?\\s*\\],\n`).exec(read(path)) ?? [];
    return [...list.matchAll(/\bname:\s*"([^"]+)"/g)].map(([, name = ""]) => name);
  });
  return found;
}

test("the runbook says what to do about each check and each job", () => {
  const [checks, jobs] = [listNames("health"), listNames("jobs")];
  expect(checks).toContain("jobs");
  expect(jobs).toContain("watch the site");
  expect([checks.length >= 14, jobs.length >= 25]).toEqual([true, true]);
  expect([...checks, ...jobs].filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
});

interface Call {
  level: string;
  event: string;
  text: string;
}

/** Every call of the log with fixed words. */
function listCalls(): Call[] {
  return sources.flatMap((source) =>
    [...source.matchAll(/log\??\.(info|warn|error)\(\s*"([^"]+)"/g)].map((match) => {
      let [depth, end] = [1, match.index + match[0].length];
      while (depth > 0 && end < source.length) {
        depth += Number("([{".includes(source[end] ?? " ")) - Number(")]}".includes(source[end] ?? " "));
        end += 1;
      }
      return { level: match[1] ?? "", event: match[2] ?? "", text: source.slice(match.index, end) };
    }),
  );
}

test("each event of the page is logged with its level and fields, and each line that is no error is on it", () => {
  const calls = listCalls();
  const rows = [...logs.matchAll(/^\| `([^`]+)` +\| (info|warn|error) *\| (.*)\|$/gm)].map(
    ([, event, level, fields]) => ({
      event,
      level,
      fields: [...(fields ?? "").matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field),
    }),
  );
  expect(rows.length).toBeGreaterThan(35);
  const wrong = rows.filter(
    ({ event, level, fields }) =>
      !calls.some(
        (call) =>
          call.event === event &&
          call.level === level &&
          fields.every((field) => new RegExp(`\\b${field}\\b`).test(call.text)),
      ),
  );
  expect(wrong).toEqual([]);
  const named = new Set(rows.map(({ event }) => event));
  expect(calls.filter(({ level, event }) => level !== "error" && !named.has(event))).toEqual([]);
});

test("Cloudflare logs no query of an address, and keeps no traces unless an owner asks for them", () => {
  // tests/release.test.ts holds that staging has the same.
  const { observability } = parse(read("wrangler.toml")) as { observability: Record<string, unknown> };
  expect(observability).toMatchObject({ redact_query_string: true });
  expect(observability).not.toHaveProperty("traces");
});
