import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineList, buildDefaultListState, buildListPath, readListState, writeListQuery } from "#shared/pages/list.ts";
import { countRuns } from "#tests/runs.ts";

const list = defineList({
  id: "boats",
  path: "/boats",
  nouns: { one: "boat", many: "boats" },
  columns: { name: { name: "Name", sort: "asc" }, built: { name: "Built", sort: "desc" }, note: { name: "Note" } },
  sort: { by: "built", direction: "desc" },
  filters: {
    harbour: { name: "Harbour", values: z.enum(["north", "south"]), initial: "north" },
    flag: { name: "Flag", values: z.enum(["red", "blue"]) },
    owner: { name: "Owner", values: z.union([z.literal("mine"), z.uuid()]) },
  },
});

const read = (search: string) => readListState(list, new URLSearchParams(search));
const cursor = "019a0000-0000-7000-8000-000000000001";

test("an address is read as filters, words, order, page and view", () => {
  expect(read("?harbour=south&flag=red&q=%20old%20%20one%20&sort=-name&view=" + cursor)).toEqual({
    filters: { harbour: "south", flag: "red", owner: "" },
    words: "old one",
    sort: { by: "name", direction: "desc" },
    page: null,
    view: cursor,
  });
  expect(read(`?after=${cursor}.1900`).page).toEqual({ side: "after", id: cursor, value: "1900" });
  expect(read(`?before=${cursor}.a.b%0Ac`).page).toEqual({ side: "before", id: cursor, value: "a.b\nc" });
  expect(read("")).toEqual(buildDefaultListState(list));
});

test("an unknown order, or one by a column that has none, falls back to the list's own", () => {
  for (const sort of ["", "-", "note", "-note", "toString", "__proto__", "name desc", "--name"])
    expect(read(`?sort=${sort}`).sort, sort).toEqual({ by: "built", direction: "desc" });
});

test("a change keeps the other values and goes back to the first page", () => {
  const state = read(`?flag=red&sort=name&after=${cursor}.x`);
  expect(buildListPath(list, state)).toBe(`/boats?flag=red&sort=name&after=${cursor}.x`);
  expect(buildListPath(list, state, { filters: { flag: "" } })).toBe("/boats?sort=name");
  expect(buildListPath(list, state, { filters: { harbour: "south" } })).toBe("/boats?harbour=south&flag=red&sort=name");
  expect(buildListPath(list, state, { sort: list.sort })).toBe("/boats?flag=red");
  expect(buildListPath(list, buildDefaultListState(list))).toBe("/boats");
});

test("every address is read without an error, and the address of its state gives the same state", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("north", "south", "red", "mine", "name", "-name", "built", "-built", "note", cursor),
    fc.string({ unit: "binary" }).map((value) => `${cursor}.${value}`),
  );
  const name = fc.oneof(
    fc.constantFrom("harbour", "flag", "owner", "q", "sort", "after", "before", "view", "__proto__"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 10 }), (pairs) => {
      const state = readListState(list, new URLSearchParams(pairs));
      expect(state.words.length).toBeLessThanOrEqual(100);
      expect(["name", "built"]).toContain(state.sort.by);
      const query = writeListQuery(list, state);
      expect(readListState(list, new URLSearchParams(query))).toEqual(state);
      expect(writeListQuery(list, readListState(list, new URLSearchParams(query)))).toBe(query);
    }),
    { numRuns: countRuns(5000) },
  );
});
