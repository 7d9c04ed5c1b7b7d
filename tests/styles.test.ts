import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createGenerator, type UnocssPluginContext } from "unocss";
import { expect, test } from "vitest";
import { findStyleFaults } from "../scripts/lib/find-style-faults.ts";
import { findLooseValues, findLooseWidths } from "../scripts/lib/loose-values.ts";
import { findPlace, keepOrder } from "../scripts/vite/class-order.ts";
import { nameUtilities, readClassStrings } from "../scripts/vite/class-strings.ts";
import { nameLayer } from "../scripts/vite/name-layer.ts";
import config, { theme } from "../uno.config.ts";

const root = "/site";

/** What the build makes of a module. */
async function transform(code: string, path: string, uno = createGenerator(config), transformer = nameUtilities(root)) {
  const edits: [number, number, string][] = [];
  let end = "";
  const s = {
    original: code,
    overwrite: (from: number, to: number, text: string) => edits.push([from, to, text]),
    append: (text: string) => (end += text),
  };
  const tokens = new Set<string>();
  const context = { uno: await uno, tokens, invalidate() {} } as unknown as UnocssPluginContext;
  await transformer.transform(s as never, `${root}/${path}`, context);
  const text = edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((all, [from, to, word]) => all.slice(0, from) + word + all.slice(to), code);
  return { text: text + end, tokens, css: (await (await uno).generate(tokens, { preflights: false })).css };
}

test("only attributes of classes are read, and the names of icons; words elsewhere are none", () => {
  const code = `
    const icon = "i-ph-star";
    const text = "flex block table";
    export const A = ({ on }) => (
      <p title="grid" className={\`a \${on ? "b" : ""} c\`}>
        static <b class="d: flex">flex</b>
        {draw({ className: "e" })}
      </p>
    );`;
  expect(
    readClassStrings(code, "a.tsx")
      .map(({ words }) => words.join(" "))
      .filter(Boolean),
  ).toEqual(["i-ph-star", "a", "c", "b", "d: flex", "e"]);
});

test("utilities behind a name are one class, in the stylesheet of the room", async () => {
  const { text, css } = await transform(
    `export const A = () => <p className="list row-card: flex p-[8px_gutter] hover:text-accent lt-md:hidden" />;\n`,
    "app/staff/media/a.tsx",
  );
  expect(text).toBe(`export const A = () => <p className="list row-card" />;\n\nimport "uno:staff-media-a.css";\n`);
  expect(css.replaceAll(/\s+/g, "")).toContain(
    ".row-card{display:flex;padding:8pxvar(--gutter);}.row-card:hover{color:var(--accent);}@media(width<1024px){.row-card{display:none;}}",
  );
});

test("what public pages share has one stylesheet for each folder, which modules do not import", async () => {
  expect(nameLayer(root, `${root}/app/site/home/hero.tsx`)).toEqual({ layer: "site-home", isApart: false });
  const { text } = await transform(`<p className="hero-x: flex" />;\n`, "app/site/home/hero.tsx");
  expect(text).not.toContain("import");
});

test("the import of recipes is one of their stylesheet", async () => {
  const { text, tokens } = await transform(`import "#app/staff-kit/recipes.ts";\n`, "app/staff/a.tsx");
  expect(text).toBe(`import "uno:staff-kit-recipes.css";\n`);
  expect([...tokens]).toContain("kit-btn");
});

test("two modules cannot give one name, and neither can a module and a recipe", async () => {
  const uno = createGenerator(config);
  const transformer = nameUtilities(root);
  const code = (name: string) => `export const A = () => <p className="${name}: flex" />;`;
  await transform(code("twice"), "app/staff/a.tsx", uno, transformer);
  // As after an edit.
  await transform(code("twice"), "app/staff/a.tsx", uno, transformer);
  await expect(transform(code("twice"), "app/staff/b.tsx", uno, transformer)).rejects.toThrow("a.tsx");
  await expect(transform(code("kit-btn"), "app/staff/c.tsx", uno, transformer)).rejects.toThrow("staff-kit-recipes");
});

test("a string that is asked about is no class, and a name is given in one whole string", async () => {
  const code = `export const A = ({ on, x }) => <p className={x === "b: flex" ? f({ size: "c: flex" }) : on && "d: flex"} />;`;
  expect((await transform(code, "app/staff/a.tsx")).text).toBe(
    `${code.replace('"d: flex"', '"d"')}\nimport "uno:staff-a.css";\n`,
  );
  const part = "export const A = ({ on }) => <p className={`e: flex ${on}`} />;";
  await expect(transform(part, "app/staff/a.tsx")).rejects.toThrow("e is to be named in one string");
  const escaped = String.raw`export const A = () => <p className={"g: before:[content:\"x\"]"} />;`;
  await expect(transform(escaped, "app/staff/a.tsx")).rejects.toThrow("g is to be named in one string");
});

test("what a module named before may be named by another one", async () => {
  const uno = createGenerator(config);
  const transformer = nameUtilities(root);
  const code = `export const A = () => <p className="moved: flex" />;`;
  await transform(code, "app/staff/a.tsx", uno, transformer);
  await transform("export const A = 1;", "app/staff/a.tsx", uno, transformer);
  expect((await transform(code, "app/staff/b.tsx", uno, transformer)).text).toContain(`className="moved"`);
});

test("of the states of a class the one that is written later wins", async () => {
  const code = `<p className="states: aria-[invalid=true]:text-danger hover:text-ink data-[open]:text-accent focus:text-gold [&_b]:text-ink-2 disabled:text-ink-3 [.list_&:hover]:text-ink" />;`;
  const { css } = await transform(code, "app/staff/a.tsx");
  const selectors = [...css.matchAll(/^([^@\n]*states[^{]*)\{/gm)].map(([, selector]) => selector);
  expect(selectors).toEqual([
    ".states[aria-invalid=true]",
    ".states:hover",
    ".states[data-open]",
    ".states:focus",
    ".states b",
    ".list .states:hover",
    ".states:disabled",
  ]);
});

test("a dash within a word is no colon", async () => {
  const { css } = await transform(`<p className="dash: focus-ring" />;`, "app/staff/a.tsx");
  expect(css.replaceAll(/\s+/g, "")).toContain(".dash{outline:3pxsolidvar(--focus);}");
});

test("paper and forced colours are stronger than widths, and narrower widths than wider ones", async () => {
  const code = `<p className="media: print:hidden forced:flex lt-sm:grid lt-md:block md:inline lg:flex" />;`;
  const { css } = await transform(code, "app/staff/a.tsx");
  expect([...css.matchAll(/@media ([^{]+)\{/g)].map(([, condition]) => condition)).toEqual([
    "(width < 1024px)",
    "(width < 700px)",
    "(width >= 1024px)",
    "(width >= 1200px)",
    "(forced-colors: active)",
    "print",
  ]);
});

test("what stands later wins: of a module's classes and of a class's states", () => {
  for (const [name, at] of [
    ["z-first", 10],
    ["a-second", 20],
  ] as const)
    keepOrder(name, at, "order.tsx", "flex hover:p-8px focus-visible:p-8px aria-[current]:p-8px disabled:p-8px");
  const inOrder = [
    ".z-first",
    ".z-first:hover",
    ".z-first:focus-visible",
    ".z-first[aria-current]",
    ".a-second",
    ".a-second:hover",
    ".z-first:disabled",
  ];
  const places = inOrder.map((selector) => findPlace(selector));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(places.length);
  // The class within brackets is another one.
  expect(findPlace(".z-first:not(.a-second)")).toBe(findPlace(".z-first"));
});

test.each([
  ["padding", "14px var(--px) 1em", []],
  ["padding", "15px 17px", ["15px", "17px"]],
  ["margin", "-8px auto -15px", ["-15px"]],
  ["padding", "clamp(24px, 4vw, 57px)", ["57px"]],
  ["width", "233px", []],
  ["color", "var(--ink)", []],
  ["color", "#123456", ["#123456"]],
  ["background", "rgb(1 2 3)", ["rgb("]],
  ["--line", "tomato", ["tomato"]],
  ["color", "color(display-p3 1 0 0)", ["color("]],
  ["fill", "url(#a1b2c3)", []],
  ["grid-area", "red", []],
  ["white-space", "nowrap", []],
  ["mask", "linear-gradient(#000, transparent)", []],
  ["border-radius", "8px 8px 0 0", []],
  ["border-radius", "9px", ["9px"]],
  ["font-size", "0.875rem", []],
  ["font-size", "0.9rem", ["0.9rem"]],
  ["font-size", "11rem", ["11rem"]],
  ["font", "600 0.875rem/1.25rem var(--font-text)", []],
  ["font", "600 0.9rem/1.25rem var(--font-text)", ["0.9rem"]],
  ["transition", "color 0.18s", []],
  ["transition", "color 0.19s", ["0.19s"]],
  ["transition", "color 150ms, opacity .15s", []],
  ["padding", "15PX 1cm", ["15PX", "1cm"]],
  ["padding", ".35rem 0.350rem", []],
])("a value that is no token is found: %s: %s", (property, value, loose) => {
  expect(findLooseValues(property, value, theme)).toEqual(loose);
});

test.each([
  ["(width < 1024px)", []],
  ["(width < 1000px) and (height < 333px)", ["1000px"]],
  ["(700px <= width < 1025px)", ["1025px"]],
])("a width that is no breakpoint is found: %s", (condition, loose) => {
  expect(findLooseWidths(condition, theme)).toEqual(loose);
});

test("the check says file, line and what is wrong", async () => {
  const folder = mkdtempSync(join(tmpdir(), "styles-"));
  const files = {
    "app/staff/a.tsx": `export const A = () => (\n  <p className="one: flex p-15px flux" />\n);\nexport const B = () => <p className="flex other text-red-500 bg-red text-sm" />;\nconst text = "three: flex gap-8px";\nconst words = "note: these are words";\n`,
    "app/staff/b.tsx": `export const A = () => <p className="one: grid" />;\n`,
    "app/staff/recipes.ts": `export const recipes = { two: "text-[#123456]" };\n`,
    "app/staff/c.css": `/* #fff */\n.c {\n  color: #fff;\n}\n@media (width < 999px) {\n  .c {\n    gap: 8px;\n  }\n}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const faults = await findStyleFaults(folder);
  expect(faults.toSorted()).toEqual([
    "app/staff/a.tsx:2, p-15px: 15px in padding is no token of uno.config.ts",
    "app/staff/a.tsx:2: uno.config.ts has no utility flux",
    "app/staff/a.tsx:4: the utility flex stands outside of a name",
    "app/staff/a.tsx:5: utilities are no class here",
    "app/staff/b.tsx:1: app/staff/a.tsx:2 names a class one, too",
    "app/staff/c.css: #fff in color is no token of uno.config.ts",
    "app/staff/c.css: 999px is no breakpoint of uno.config.ts",
    "app/staff/recipes.ts, text-[#123456]: rgb( in color is no token of uno.config.ts",
  ]);
});
