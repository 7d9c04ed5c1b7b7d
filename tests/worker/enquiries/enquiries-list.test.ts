import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { enquirySorts } from "#worker/enquiries/filter-enquiries.ts";
import { enquiriesPerPage } from "#worker/enquiries/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import { listSubjects, openEnquiries } from "./enquiries-staff-make.ts";
import { makeEnquiry, makeMail, makeMany } from "./enquiry-rows.ts";
import { pageSearch } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

test("each filter of the address holds by itself and together with the others", async () => {
  const me = await makeAccount({ roles: ["marketing_admin"] });
  await makeEnquiry({ subject: "a", status: "new", topic: "project" });
  await makeEnquiry({ subject: "b", status: "open", topic: "project", owner_id: me.id });
  await makeEnquiry({ subject: "c", status: "open", topic: "privacy", name: "Zoë Bär" });
  await makeEnquiry({ subject: "d", folder: "spam", topic: "project" });
  const visit = { user: me.id };
  expect(await listSubjects("", visit)).toEqual(["a", "b", "c"]);
  expect(await listSubjects("?folder=spam", visit)).toEqual(["d"]);
  expect(await listSubjects("?status=open", visit)).toEqual(["b", "c"]);
  expect(await listSubjects("?topic=project", visit)).toEqual(["a", "b"]);
  expect(await listSubjects("?owner=mine", visit)).toEqual(["b"]);
  expect(await listSubjects("?owner=nobody", visit)).toEqual(["a", "c"]);
  expect(await listSubjects("?status=open&owner=nobody&topic=privacy&q=zoë", visit)).toEqual(["c"]);
  expect(await listSubjects("?status=open&owner=nobody&topic=project", visit)).toEqual([]);
  expect(await listSubjects("?folder=x&status=x&owner=x&after=x&sort=x&received=x", visit)).toEqual(["a", "b", "c"]);
});

test("filters by owner, by day and by mail that failed hold", async () => {
  const me = await makeAccount({ roles: ["marketing_admin"] });
  const old = await makeEnquiry({ subject: "old", received_at: Date.now() - 8 * 86_400_000, owner_id: me.id });
  const fresh = await makeEnquiry({ subject: "fresh" });
  await makeMail(old.id, "failed");
  await makeMail(old.id, "unconfirmed");
  await makeMail(fresh.id, "waiting");
  expect(await listSubjects("?received=7")).toEqual(["fresh"]);
  expect(await listSubjects("?received=30")).toEqual(["fresh", "old"]);
  expect(await listSubjects(`?owner=${me.id}`)).toEqual(["old"]);
  expect(await listSubjects("?mail=failed")).toEqual(["old"]);
  const { page } = await openEnquiries("?sort=subject");
  expect(page?.rows.map(({ troubledMail }) => troubledMail)).toEqual([null, "failed"]);
});

test("the list is sorted by each column that offers it, both ways, and pages lead there and back", async () => {
  const statuses: EnquiryStatus[] = ["new", "open", "answered", "closed"];
  const total = 2 * enquiriesPerPage + 3;
  await makeMany(total, (index) => ({
    received_at: 1_700_000_000_000 + (index % 5),
    name: index % 3 === 0 ? "anna" : "Berta",
    subject: `s${index % 7}`,
    status: statuses[index % 4] ?? "new",
  }));
  for (const by of Object.keys(enquirySorts))
    for (const sort of [by, `-${by}`]) {
      const pages: string[][] = [];
      const read = async (search: string) => {
        const { page } = await openEnquiries(`?sort=${sort}${search.replace("?", "&")}`);
        return { ...page, ids: page?.rows.map(({ id }) => id) ?? [] };
      };
      let shown = await read("");
      pages.push(shown.ids);
      while (shown.next) {
        shown = await read(pageSearch(shown.next));
        pages.push(shown.ids);
      }
      expect(
        pages.map(({ length }) => length),
        sort,
      ).toEqual([enquiriesPerPage, enquiriesPerPage, 3]);
      expect(new Set(pages.flat()).size, sort).toBe(total);
      for (const before of pages.slice(0, -1).toReversed()) {
        shown = await read(pageSearch(shown.previous));
        expect(shown.ids, sort).toEqual(before);
      }
      expect(shown.previous, sort).toBeNull();
    }
  const subjects = async (sort: string) => (await openEnquiries(`?sort=${sort}`)).page?.rows.map((row) => row.status);
  expect(new Set((await subjects("status"))?.slice(0, 14))).toEqual(new Set(["new"]));
  expect(new Set((await subjects("-status"))?.slice(0, 13))).toEqual(new Set(["closed"]));
});

test("each page says where it stands in the list", async () => {
  await makeMany(enquiriesPerPage + 2, (index) => ({ subject: `s${index}` }));
  const first = await openEnquiries();
  expect(first.page?.summary).toBe("1 to 25 of 27 enquiries");
  const second = await openEnquiries(pageSearch(first.page?.next));
  expect(second.page).toMatchObject({ summary: "26 to 27 of 27 enquiries", next: null });
  expect((await openEnquiries("?q=s26")).page?.summary).toBe("1 enquiry");
  expect((await openEnquiries("?q=nothing-like-it")).page?.summary).toBe("No enquiries");
});

test("words are found in name, address, company, subject and reference, and nowhere else", async () => {
  const row = await makeEnquiry({ name: "Ada Lovelace", company: "100%_Sure", email: "ada@engine.example" });
  await makeEnquiry({ name: "Other", company: "Other", email: "other@other.example", subject: "Other" });
  for (const words of [
    "lovelace",
    "LOVE",
    "ENGINE.example",
    "100%_s",
    "platform",
    formatReference(row.id).toLowerCase(),
  ])
    expect(await listSubjects(`?q=${encodeURIComponent(words)}`), words).toEqual([row.subject]);
  expect(await listSubjects("?q=1%25Sure")).toEqual([]);
  expect(await listSubjects("?q=two+plants")).toEqual([]);
  expect(await listSubjects(`?q=${"x".repeat(3000)}`)).toEqual([]);
});

test("pages go on where the last one ended, also among enquiries of one instant", async () => {
  const at = Date.now();
  await makeMany(2 * enquiriesPerPage + 3, (index) => ({ subject: `s${index}`, received_at: at - (index % 3) }));
  const seen: string[] = [];
  let search = "";
  const sizes: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { page } = await openEnquiries(search);
    seen.push(...(page?.rows.map(({ id }) => id) ?? []));
    sizes.push(page?.rows.length ?? 0);
    if (!page?.next) break;
    search = pageSearch(page.next);
  }
  expect(sizes).toEqual([enquiriesPerPage, enquiriesPerPage, 3]);
  const all = await db
    .selectFrom("enquiries")
    .select("id")
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .execute();
  expect(seen).toEqual(all.map(({ id }) => id));
});

test("a long message is cut between characters, never within one", async () => {
  await makeEnquiry({ message: `${"x".repeat(119)}😀 and more` });
  const { page } = await openEnquiries();
  expect(page?.rows[0]?.excerpt).toBe(`${"x".repeat(119)}😀`);
});

test("an enquiry that arrives between two pages moves nothing", async () => {
  const at = Date.now();
  await makeMany(enquiriesPerPage + 1, (index) => ({ subject: `s${index}`, received_at: at - index }));
  const { page } = await openEnquiries();
  await makeEnquiry({ received_at: at + 5 });
  const second = await openEnquiries(pageSearch(page?.next));
  expect(second.page?.rows.map(({ subject }) => subject)).toEqual([`s${enquiriesPerPage}`]);
});
