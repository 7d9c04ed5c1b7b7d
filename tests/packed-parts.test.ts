/** What stands in the Worker for larger parts of packages says the same as they do. */
import { decodeHTMLStrict } from "entities";
import MarkdownIt from "markdown-it";
import simplified from "opencc-js/dict/TSCharacters";
import { expect, test } from "vitest";
import { listEntities, packEntities } from "../scripts/vite/pack-entities.ts";
import { packSigns } from "../scripts/vite/pack-signs.ts";

const load = (module: string) => import(`data:text/javascript,${encodeURIComponent(module)}`);

test("each name of a sign means in the Worker what it means in the package", async () => {
  const packed = await load(packEntities());
  const names = listEntities().map(([name]) => `&${name};`);
  // As many as the specification of HTML has with a semicolon.
  expect(names).toHaveLength(2125);
  for (const name of [...names, "&nosuch;", "&constructor;", "&AmP;"])
    expect(packed.decodeHTMLStrict(name)).toBe(decodeHTMLStrict(name));
});

test("each sign keeps its likeliest stand-in", async () => {
  const rows = (await load(packSigns(simplified))).default.split("|");
  const first = (row: string) => row.split(" ").slice(0, 2).join(" ");
  expect(rows.toSorted()).toEqual(simplified.split("|").map(first).toSorted());
});

test("workerd's classes of signs end emphasis where the package's do", () => {
  const { isPunctChar } = new MarkdownIt().utils;
  // Signs that a newer list has are no marks in the older one.
  for (let code = 0; code < 0x3000; code += 1)
    if (isPunctChar(String.fromCharCode(code)))
      expect(String.fromCharCode(code), code.toString(16)).toMatch(/\p{P}|\p{S}/u);
});
