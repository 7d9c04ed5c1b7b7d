import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["app", "shared", "worker"].flatMap(listFiles);

/** Who may import whom: the room on the left sees the rooms on the right, itself, and nothing else of ours. */
const sees: Record<string, readonly string[]> = {
  shared: [],
  "app/art": ["shared"],
  "app/content": ["app/assets"],
  "app/client": ["shared"],
  "app/inline": ["app/client", "shared"],
  "app/ui": ["app/client", "shared", "app/assets"],
  "app/site": ["app/ui", "app/content", "app/client", "shared", "app/assets", "app/styles", "worker"],
  "app/staff-kit": ["app/ui", "shared", "app/assets"],
  "app/writing-kit": ["app/staff-kit", "app/ui", "app/client", "shared", "app/styles", "worker"],
  "app/staff": [
    "app/staff-kit",
    "app/writing-kit",
    "app/ui",
    "app/content",
    "app/client",
    "shared",
    "app/art",
    "app/assets",
    "app/styles",
    "worker",
  ],
  "app/auth": ["app/ui", "app/content", "app/client", "shared", "app/assets", "app/styles", "worker"],
  "app/development": ["app/ui", "shared", "app/assets", "worker"],
  "worker/db": ["worker/lib", "shared"],
  "worker/lib": ["worker/db", "shared"],
};

test("every call of another host can be ended, because nothing else ends it", () => {
  const wrong = sources
    .filter((file) => file.startsWith("worker/"))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(root, file), "utf8").matchAll(/await fetch\((?:url|http|`|[a-z]+Url|endpoint)[^]*?\);/g),
      )
        .filter(([call]) => !call.includes("signal"))
        .map(([call]) => `${file}: ${call}`),
    );
  expect(wrong).toEqual([]);
});

test("every room imports only what it may see", () => {
  const wrong = sources.flatMap((file) => {
    const allowed = sees[roomOf(file)];
    if (!allowed) return [];
    return (
      importsOf(file)
        .filter(({ target }) => target !== undefined && roomOf(target) !== roomOf(file))
        .filter(({ target }) => !allowed.some((room) => target?.startsWith(`${room}/`)))
        // Types of tables cost nothing at run time.
        .filter(({ target, typeOnly }) => !(typeOnly && target?.startsWith("worker/db/")))
        .map(({ specifier }) => `${file} imports ${specifier}`)
    );
  });
  expect(wrong).toEqual([]);
});

test("nothing but tests imports the laboratory", () => {
  const files = [...sources, ...listFiles("scripts"), ...globSync("*.config.ts", { cwd: root })];
  expect(files.filter((file) => /["`](?:\.\.?\/)+lab\//.test(readCode(file)))).toEqual([]);
});

test("shared and app/art are pure: they know nothing of a browser, whose state app/client holds", () => {
  const browserOnly =
    /\b(window|document|localStorage|sessionStorage|navigator|BroadcastChannel|matchMedia|addEventListener)\b/;
  const wrong = sources
    .filter((file) => file.startsWith("shared/") || file.startsWith("app/art/"))
    .filter((file) => browserOnly.test(readCode(file)));
  expect(wrong).toEqual([]);
});

test("only the staff area and the build draw pictures: no public page carries the code that does", () => {
  const wrong = sources
    .filter((file) => !/^app\/(art|staff|writing-kit)\//.test(file))
    .filter((file) => importsOf(file).some(({ target }) => target?.startsWith("app/art/")));
  expect(wrong).toEqual([]);
});

test("the Worker's subjects import only subjects, db, lib and shared", () => {
  const isForeign = (file: string, target: string) =>
    // Only worker/site and worker/pages learn what the copy says.
    (target.startsWith("app/") && !(file.startsWith("worker/site/") && target.startsWith("app/content/"))) ||
    (target.startsWith("worker/api/") && roomOf(file) !== "worker/api") ||
    /^worker\/[^/]+\.ts$/.test(target);
  const wrong = sources
    .filter((file) => /^worker\/(?!pages\/)[^/]+\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target !== undefined && isForeign(file, target))
        // The actions of the audit log are those of all subjects.
        .filter(({ target, typeOnly }) => !(typeOnly && target === "worker/subjects.ts"))
        .map(({ specifier }) => `${file} imports ${specifier}`),
    );
  expect(wrong).toEqual([]);
});

/** The files of a room of the Worker that other rooms may import: the others are its own business. Rooms see lib and db whole. */
const open: Record<string, string> = {
  accounts: "own/clean-picture",
  analytics: "conversions count-download",
  audit: "export-rows record record-reading run-versioned unusual",
  backups: "is-restoring",
  email: "layout outbox plan-given send-mail troubled",
  "failed-messages": "store",
  "hiring/applications":
    "application-rows assign-application find-duplicates history keep/keep-question list-applications move-application " +
    "own-links plan-mails prove-erased read-neighbours store-files sweep text/highlight text/queue uploads/pieces " +
    "uploads/upload withdraw-rejections",
  "hiring/interviews": "for-application plan-withdrawn read-own take-answer",
  "hiring/mails": "templates thread troubled-mails",
  "hiring/openings": "current-openings questions read-opening",
  insights:
    "attached covers/check-drawing covers/sweep-covers import-insight insight-cards insight-draft publish-insight " +
    "purge-insight purges read-article read-insight save-insight taxonomy/merge-topic taxonomy/resolve-topics " +
    "taxonomy/save-topic taxonomy/topic-table trash-insight",
  media:
    "dark-variant formats/bytes formats/inspect-file formats/jpeg formats/png formats/webp library/change-item " +
    "library/file-names library/read-pictures library/uses private-prefix",
  privacy: "due held-rows holds proofs",
  site: "company site-paths",
};

/** Imports from one room of the Worker to another; the API, which is above them, sees all. */
function listRoomImports() {
  const roomOf = (file = "") => /^worker\/((?:hiring\/)?[^/]+)\/./.exec(file)?.[1];
  return sources.flatMap((file) =>
    importsOf(file)
      .map(({ target = "" }) => ({ from: roomOf(file), to: roomOf(target), file, target }))
      .filter(({ from, to }) => from && to && from !== to && from !== "api" && to !== "lib" && to !== "db"),
  );
}

test("rooms of the Worker import only files that a room opens to others, and each of these is imported", () => {
  const opened = Object.entries(open).flatMap(([room, files]) =>
    files.split(" ").map((file) => `worker/${room}/${file}.ts`),
  );
  expect(new Set(listRoomImports().map(({ target }) => target))).toEqual(new Set(opened));
});

test("no room of the Worker imports one that imports it, by however many steps", () => {
  const seen = Map.groupBy(listRoomImports(), ({ from }) => from);
  const reaches = (
    from: string | undefined,
    goal: string | undefined,
    passed = new Set<string | undefined>(),
  ): boolean =>
    (seen.get(from) ?? []).some(({ to }) => {
      if (to === goal) return true;
      if (passed.has(to)) return false;
      passed.add(to);
      return reaches(to, goal, passed);
    });
  expect([...seen.keys()].filter((room) => reaches(room, room))).toEqual([]);
});

test("worker/db takes nothing but types from other rooms", () => {
  const wrong = sources
    .filter((file) => file.startsWith("worker/db/"))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target, typeOnly }) => target && !target.startsWith("worker/db/") && !typeOnly)
        .map(({ specifier }) => `${file} imports ${specifier}`),
    );
  expect(wrong).toEqual([]);
});

test.each([
  ["virtual:react-router/server-build", "worker/pages/pages.ts"],
  ["virtual:inline-scripts", "worker/pages/finish-page.ts"],
])("only one file imports %s", (built, only) => {
  const importing = sources.filter((file) => importsOf(file).some(({ specifier }) => specifier === built));
  expect(importing).toEqual([only]);
});

test("no page takes the schemas of the API, which must not be made before @hono/zod-openapi is loaded", () => {
  const wrong = sources.filter(
    (file) =>
      file.startsWith("app/") && importsOf(file).some(({ target }) => target === "shared/accounts/account-schemas.ts"),
  );
  expect(wrong).toEqual([]);
});

/** What they keep follows from its key alone, or is of an object that lives no longer than the isolate. */
const keepingNothingOfOthers = [
  "worker/accounts/sessions/signing-keys.ts",
  "worker/analytics/sources/find-host.ts",
  "worker/db/client.ts",
  "worker/hiring/applications/text/pdf-letters.ts",
  "worker/lib/binding-errors.ts",
  "worker/lib/secrets.ts",
  "worker/lib/text/fold-text.ts",
  "worker/operations/runbook.ts",
  "worker/pages/prerendered-pages.ts",
];

test("every module of the Worker that keeps what it has read says how it begins in a new isolate", () => {
  const keeps = /^(?:export )?(?:let \w|const .*\bnew (?:Weak)?(?:Map|Set)(?:<.+>)?\(\))/m;
  const keeping = sources.filter(
    (file) => file.startsWith("worker/") && keeps.test(readFileSync(join(root, file), "utf8")),
  );
  const reset = new Set(
    keeping.filter((file) => importsOf(file).some(({ target }) => target === "worker/lib/isolate-memory.ts")),
  );
  expect(keeping.filter((file) => !reset.has(file)).toSorted()).toEqual(keepingNothingOfOthers);
});

test("no file of tests replaces a module, which the files after it would have, too", () => {
  const replacing = listFiles("tests/worker").filter((file) =>
    /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(replacing).toEqual([]);
});

const roleFiles = new Set(["shared/permissions.ts", "shared/accounts/delegation.ts"]);

test("roles are named in shared/permissions.ts and delegation.ts alone", () => {
  const names = /\b(?:super_admin|marketing_admin|talent_admin)\b|["'`]HR["'`]/;
  const wrong = sources.filter((file) => !roleFiles.has(file) && names.test(readFileSync(join(root, file), "utf8")));
  expect(wrong).toEqual([]);
});

test("every staff page that shows what it loads has it from the query cache", () => {
  const pages = sources.filter((file) => file.startsWith("app/staff/") && file !== "app/staff/layout.tsx");
  const texts = pages.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const showing = texts.filter(({ text }) => /export default function .*loaderData/.test(text));
  expect(showing.length).toBeGreaterThan(4);
  expect(showing.filter(({ text }) => !/return load(List|Record)?Cached\(/.test(text)).map(({ file }) => file)).toEqual(
    [],
  );
});

test("every class of errors names itself, because the build shortens the names of classes", () => {
  const nameless = /class (\w+) extends \w*Error\b[^{]*\{(?!\s*override name = "\1")/;
  expect(sources.filter((file) => nameless.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("files are named in kebab case and have no barrels", () => {
  const wrong = sources.filter((file) => !/\/[a-z0-9-]+(\.(d|server|client|test))?\.(ts|tsx|css)$/.test(file));
  expect(wrong).toEqual([]);
  const barrels = sources.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(readFileSync(join(root, file), "utf8")));
  expect(barrels).toEqual([]);
});

test("no markup has a style attribute, which the policy would block", () => {
  const wrong = sources.filter(
    (file) => file.endsWith(".tsx") && /\sstyle=["{]/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("public pages leave days and ranges to shared, which writes them in one way", () => {
  const own = /Intl\.DateTimeFormat|toLocale(Date|Time)String|formatRange/;
  const wrong = sources.filter(
    (file) => file.startsWith("app/site/") && own.test(readFileSync(join(root, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("every test of drawn inputs imports tests/runs.ts, which draws the same ones in each `npm test`", () => {
  const drawing = listFiles("tests")
    .map((file) => ({ file, code: readFileSync(join(root, file), "utf8") }))
    .filter(({ code }) => /\bfc\.(assert|check|sample)\(/.test(code));
  expect(drawing.length).toBeGreaterThan(40);
  expect(drawing.filter(({ code }) => !/\/runs\.ts"/.test(code)).map(({ file }) => file)).toEqual([]);
});

test("no unit test draws a value without a seed: what fails by chance, fails again nowhere", () => {
  // The parts of an id are words that may be a number, and what a property is tried with differs from run to run.
  const drawn =
    /\bMath\.random\b|\bgetRandomValues\(|\brandom(?:Int|Bytes)\(|\b(?:randomUUID|newId)\(\)\.(?:slice|substring|at)\(|\bfc\.[^;\n]*\b(?:randomUUID|newId)\(/;
  const drawing = listFiles("tests").filter(
    (file) => !/^tests\/(?:e2e|deep)\//.test(file) && drawn.test(readFileSync(join(root, file), "utf8")),
  );
  expect(drawing).toEqual([]);
});

test("what a test finds nowhere is no word that the digits of a drawn id may spell, such as ada", () => {
  const wrong = listFiles("tests").flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8");
    if (code.includes("without-ids.ts")) return [];
    return Array.from(code.matchAll(/JSON\.stringify\(.*\.not\.to(?:Contain|Match)\((.*)\)/g))
      .filter(([, sought = ""]) => sought.split(/["/|()]/).some((word) => /^[\da-f]{2,5}$/.test(word)))
      .map(([line]) => `${file}: ${line.trim()}`);
  });
  expect(wrong).toEqual([]);
});

test("every dependency is pinned to an exact version", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version));
  expect(loose).toEqual([]);
});

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(ts|tsx)$/.test(file));
}

/** A file without its comments. */
function readCode(file: string): string {
  return readFileSync(join(root, file), "utf8").replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
}

function roomOf(file: string): string {
  return file.startsWith("shared/") ? "shared" : file.split("/").slice(0, 2).join("/");
}

function importsOf(file: string) {
  const text = readFileSync(join(root, file), "utf8");
  const imports = /(?:^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?|\bimport\()"([^"]+)"/gm;
  return [...text.matchAll(imports)].map(([, typeOnly, specifier = ""]) => ({
    specifier,
    typeOnly: Boolean(typeOnly),
    target: resolveOurs(file, specifier),
  }));
}

function resolveOurs(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".") && !specifier.startsWith("./+types"))
    return relative(root, join(root, dirname(file), specifier));
  return undefined;
}
