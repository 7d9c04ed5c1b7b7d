/** People are found as they are called: in each list of people, and in the search over applications. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { isSearched } from "#shared/pages/list.ts";
import { findAccounts } from "#worker/accounts/managing/list-accounts.ts";
import { searchApplications } from "#worker/hiring/applications/text/search.ts";
import { markText } from "#worker/hiring/applications/text/highlight.ts";
import { parseSearch } from "#worker/hiring/applications/text/parse-search.ts";
import { openDb } from "#worker/db/client.ts";
import { foldText, listSought, writeFolded } from "#worker/lib/text/fold-text.ts";
import { makeApplicationRow } from "../hiring/documents-make.ts";

const db = openDb(env.DB);

/** A name as it is written, and as somebody types it. */
const names: readonly [written: string, typed: string][] = [
  ["Zoë Müller", "Mueller"],
  ["Anna Mueller", "müller"],
  ["Karl Strauß", "strauss"],
  ["Søren Kjær", "Soeren Kjaer"],
  ["Åsa Ångström", "Aasa"],
  ["Łukasz Đorđević", "lukasz djordjevic"],
  ["İlker Işık", "ilker isik"],
  ["علی‌رضا", "عليرضا"],
  ["أحمد فاطمة", "احمد فاطمه"],
  ["مُحَمَّد", "محـــمد"],
  ["שָׁלוֹם", "שלום"],
  ["王偉", "王"],
  ["王偉", "王伟"],
  ["廣澤 健", "広沢"],
  ["髙橋 一", "高橋"],
  ["ﾀﾅｶ", "たなか"],
  ["김민수", "김"],
  ["Pat O’Brien", "O'Brien"],
  ["Pat O’Brien", "OBrien"],
  ["Pat OBrien", "o'brien"],
  ["Jean‑Luc Nuñez", "jean-luc nunez"],
  ["Ada Lovelace", "Lovelace Ada"],
];

test.each(names)("“%s” is found by “%s”", (written, typed) => {
  const folded = writeFolded([written]);
  for (const word of listSought(typed)) expect(folded).toContain(word);
  expect(writeFolded(["Somebody Else"])).not.toContain(listSought(typed)[0]);
});

test("letters and digits of other scripts have one writing, and any text is folded in time", () => {
  expect(foldText("٠١٢ ۳۴ ५ ７ 𝟗")).toBe("012 34 5 7 9");
  expect(foldText("İ STRAẞE ﬁ")).toBe("i strasse fi");
  // Vowels of Indian writing make other words.
  expect(foldText("राम")).not.toBe(foldText("रमा"));
  expect(foldText(`a${"\u0301\u0323".repeat(50_000)}`)).toBe("a");
});

test("one sign is a name in languages without letters, and one letter is not", () => {
  expect(["王", "김", "C", ""].map(isSearched)).toEqual([true, true, false, false]);
});

test("the search over applications finds names however they are written, and marks them", async () => {
  const ids = [];
  for (const [written] of names) ids.push(await makeApplicationRow({ name: written }));
  for (let round = 0; round < 3; round += 1) await searchApplications(db, { words: "nobody", limit: 1 });
  for (const [place, [written, typed]] of names.entries()) {
    const { rows } = await searchApplications(db, { words: typed, limit: 50 });
    expect(
      rows.map(({ id }) => id),
      `${typed} for ${written}`,
    ).toContain(ids[place]);
    expect(
      markText(written, parseSearch(typed))?.some(({ isMatch }) => isMatch),
      typed,
    ).toBe(true);
  }
});

test("an account is found by its new name once it has one", async () => {
  const row = { email: "m@example.com", status: "active", created_at: 1, updated_at: 1 } as const;
  await db
    .insertInto("accounts")
    .values({ ...row, id: "00000000-0000-4000-8000-000000000007" as never, name: "Zoë Müller", password_hash: null })
    .execute();
  const find = async (words: string) => (await findAccounts(db, { words, limit: 5 })).length;
  expect([await find("mueller zoe"), await find("m@example"), await find("other")]).toEqual([1, 1, 0]);
  await db.updateTable("accounts").set({ name: "王偉" }).execute();
  expect([await find("mueller"), await find("王伟")]).toEqual([0, 1]);
});
