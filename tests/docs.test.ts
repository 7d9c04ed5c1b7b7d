/** What the pages for people name is there: commands and their options, files, links with their anchors, variables. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { labCommands } from "../lab/commands.ts";
import { commands as described } from "../scripts/commands/table.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = ["README.md", "CHANGELOG.md", "lab/README.md", ...globSync("docs/**/*.md", { cwd: root }).toSorted()].map(
  (path) => ({
    path,
    text: read(path),
  }),
);
const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
/** For who owns, runs and changes the site. One page invents a subject to add. */
const guides = pages.filter((page) => !decisions.includes(page));

/** Blocks between ``` of `text`. */
const listBlocks = (text: string) =>
  Array.from(text.matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm), ([, , block = ""]) => block);
/** What stands between single `. */
const listSpans = (text: string) =>
  Array.from(text.replaceAll(/^ *```[^]*?^ *```$/gm, "").matchAll(/`([^`\n]+)`/g), ([, span = ""]) => span);

test("every command of the pages is in package.json, takes the options that are written behind it, and none is missing", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = guides.flatMap(({ path, text }) =>
    [...listBlocks(text).flatMap((block) => block.split("\n")), ...listSpans(text)].flatMap((line) =>
      Array.from(
        line.replace(/\s#.*$/, "").matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)((?: [^&|;`]*)?)/g),
        ([, run, short, rest = ""]) => ({ path, name: run ?? short ?? "", rest }),
      ),
    ),
  );
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
  const named = new Set(commands.map(({ name }) => name));
  expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([]);
  const ofLab = ({ rest }: { rest: string }) => /^ -- ([\w-]+)/.exec(rest)?.[1] ?? "";
  expect(commands.filter((each) => each.name === "lab" && !(ofLab(each) in labCommands))).toEqual([]);
  const wrong = commands.flatMap(({ path, name, rest }) => {
    const options = Array.from(rest.matchAll(/(?<=\s|\[)--([a-z][\w-]*)/g), ([, option = ""]) => option);
    if (options.length === 0) return [];
    const [, task = ""] = /^node scripts\/run\.mjs ([\w-]+)$/.exec(scripts[name] ?? "") ?? [];
    const command = name === "lab" ? labCommands[ofLab({ rest })] : described[task];
    const taken = new Set([...Object.keys(command?.options ?? {}), "help"]);
    return options.filter((option) => !taken.has(option)).map((option) => `${path}: npm run ${name} -- --${option}`);
  });
  expect(wrong).toEqual([]);
});

/** As GitHub names the headings of a page. */
function listAnchors(text: string): Set<string> {
  const headings = text.replaceAll(/^ *```[^]*?^ *```$/gm, "").matchAll(/^#+ (.+)$/gm);
  const seen = new Map<string, number>();
  const anchors = Array.from(headings, ([, heading = ""]) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

test("every link between the pages leads to a file that is there, and to a heading that is there", () => {
  const links = pages
    .flatMap(({ path, text }) =>
      Array.from(text.replaceAll(/^ *```[^]*?^ *```$/gm, "").matchAll(/\]\(([^)\s]+)\)/g), ([, to = ""]) => ({
        path,
        to,
      })),
    )
    .filter(({ to }) => !/^(https?:|mailto:|…$)/.test(to));
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ path, to }) => {
    const [file = "", anchor] = to.split("#");
    const target = file === "" ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !listAnchors(read(target)).has(anchor);
  });
  expect(broken).toEqual([]);
});

test("every file and folder that the pages name is there", () => {
  const tops =
    /^(app|worker|shared|scripts|lab|tests|docs|migrations|migrations-archive|migrations-search|public|\.github)\//;
  const named = pages
    .filter(({ path }) => !path.endsWith("how-to-add-a-subject.md"))
    .flatMap(({ path, text }) =>
      listSpans(text)
        .filter((span) => tops.test(span) && /^[\w./-]+$/.test(span))
        .map((span) => ({ path, span })),
    );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ span }) => !existsSync(join(root, span)))).toEqual([]);
});

test("the table of subjects names every subject and every folder that has its name, each where it is", () => {
  const [, table = ""] = /\n(\| Subject [^]*?)\n\n/.exec(read("docs/change-it.md")) ?? [];
  const [head = [], , ...rows] = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const named = rows.flatMap((cells) =>
    cells.flatMap((cell, column) =>
      column < 3 ? [] : listSpans(cell).map((folder) => join(listSpans(head[column] ?? "")[0] ?? "", folder)),
    ),
  );
  expect(named.length).toBeGreaterThan(70);
  expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  const subjects = globSync("worker/**/subject.ts", { cwd: root }).map((path) => dirname(path));
  const folders = subjects.flatMap((path) => {
    const name = path.replace("worker/", "");
    const rooms = ["worker", "app/staff", "app/site", "shared", "tests/worker", "tests/e2e"];
    return rooms.map((room) => `${room}/${name}`).filter((folder) => existsSync(join(root, folder)));
  });
  expect(folders.filter((folder) => !/\/(lib)$/.test(folder) && !named.includes(folder))).toEqual([]);
});

test("every decision has its number, a status and at most 40 lines, is in the index once, and the code names none that is gone", () => {
  const index = read("docs/decisions/README.md");
  expect(decisions.length).toBeGreaterThan(30);
  for (const { path, text } of decisions) {
    const name = path.slice("docs/decisions/".length);
    const [title, empty, status] = text.split("\n");
    expect([title?.slice(0, 7), empty], path).toEqual([`# ${name.slice(0, 3)}: `, ""]);
    expect(status, path).toMatch(/^Status: accepted(, in part superseded by \d{3}: .+)?$/);
    expect(text.trimEnd().split("\n").length, path).toBeLessThanOrEqual(40);
    expect(index.split(`](${name})`).length, path).toBe(2);
  }
  const sources = globSync("{app,worker,shared,scripts,lab,tests}/**/*.{ts,tsx}", { cwd: root });
  const gone = sources.flatMap((path) =>
    [...read(path).matchAll(/decisions\/(\d{3})/g)].filter(
      ([, number = ""]) => !decisions.some((one) => one.path.startsWith(`docs/decisions/${number}-`)),
    ),
  );
  expect(gone.map(([name]) => name)).toEqual([]);
});

/** Names in capitals that are no variables of ours, but of examples and of answers of others. */
const otherCapitals = new Set(["E_RECIPIENT_SUPPRESSED", "NEWSLETTER_QUEUE", "SITE_TOKEN"]);
/** What scripts and tests set for each other. */
const ownVariables = new Set(
  "ACCOUNTS_PORT BASE_URL BUILD_DIRECTORY E2E_JSON DEPLOYMENT_CONFIG MAIL_CHECK_DNS CLOUDFLARE_API_BASE_URL EDGE_PORTS TEST_BUILD TEST_BUILT TEST_DEPTH TEST_FAULTS".split(
    " ",
  ),
);

test("every variable of the guides is read somewhere, and every one that is read stands in configuration.md", () => {
  const sources = [
    "wrangler.toml",
    ".github/workflows/test.yml",
    ...globSync("{worker,scripts,lab}/**/*.{ts,mjs}", { cwd: root }),
  ];
  const code = sources.map((path) => read(path)).join("\n");
  const known = new Set(code.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g));
  const named = guides.flatMap(({ path, text }) =>
    [...listBlocks(text), ...listSpans(text)].flatMap((part) =>
      (part.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []).map((name) => ({ path, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.has(name) && !otherCapitals.has(name))).toEqual([]);

  const ofWorker = Array.from(read("worker/env.d.ts").matchAll(/^\s+([A-Z][A-Z0-9_]+)\??:/gm), ([, name = ""]) => name);
  const ofCommands = Array.from(
    globSync(["{scripts,lab,tests}/**/*.{ts,mjs}", "*.config.ts"], { cwd: root })
      .map((path) => read(path))
      .join("\n")
      .matchAll(/process\.env(?:\.|\[")([A-Z][A-Z0-9_]+)\b(?!"?\] = |\s*= )/g),
    ([, name = ""]) => name,
  );
  expect([ofWorker.length > 50, ofCommands.length > 15]).toEqual([true, true]);
  const reference = read("docs/configuration.md");
  const ofSystem = new Set("PATH LD_LIBRARY_PATH NODE_COMPILE_CACHE GITHUB_HEAD_REF GITHUB_REF_NAME".split(" "));
  const missing = [...new Set([...ofWorker, ...ofCommands])].filter(
    (name) => !ownVariables.has(name) && !ofSystem.has(name) && !reference.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
  expect([...ownVariables].filter((name) => !ofCommands.includes(name))).toEqual([]);
});

test("every page of the site that the guides name has a route", () => {
  const routes = Array.from(read("app/routes.ts").matchAll(/route\("([^":][^"]*)"/g), ([, path = ""]) =>
    path.split("/"),
  );
  const named = guides.flatMap(({ path, text }) =>
    listSpans(text).flatMap((span) => {
      const [, page] = /^(?:GET |POST )?\/([a-z][\w./-]*?)(?:\?\S*)?$/.exec(span) ?? [];
      return page === undefined || /^(?:api|media)\//.test(page) ? [] : { path, page };
    }),
  );
  expect(named.length).toBeGreaterThan(40);
  const isRoute = (page: string) => {
    // "/careers/application/" stands for what is below it.
    const parts = page.split("/").map((part) => part || ":any");
    return routes.some(
      (route) => route.length === parts.length && route.every((part, at) => part === parts[at] || part.startsWith(":")),
    );
  };
  expect(named.filter(({ page }) => !isRoute(page))).toEqual([]);
});
