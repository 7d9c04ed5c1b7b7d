/** What the page of the inbox shows around its list, and what that costs. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { contactTopics } from "#app/content/contact-topics.ts";
import type { ListCursor } from "#shared/pages/list.ts";
import { enquiryList } from "#app/staff/enquiries/enquiry-list.ts";
import { formatFigures, listEnquiryViews } from "#app/staff/enquiries/enquiry-views.ts";
import { enquirySorts, type EnquiryFilter, searchedAtMost } from "#worker/enquiries/filter-enquiries.ts";
import { countEnquiries, enquiriesPerPage, orderEnquiries, selectEnquiries } from "#worker/enquiries/list-enquiries.ts";
import { selectOwners } from "#worker/enquiries/read-enquiry.ts";
import { selectSettings } from "#worker/lib/saved-views.ts";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryId, EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import { selectMails } from "#worker/email/read-outbox.ts";
import { newId } from "#worker/lib/ids.ts";
import { fillEnquiry, makeEnquiry, makeMail, makeMany } from "./enquiry-rows.ts";
import { listSubjects, openEnquiries } from "./enquiries-staff-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

test("the page counts folders, views and mails that have not left, all in four queries", async () => {
  const me = await makeAccount({ roles: ["marketing_admin"] });
  const { id } = await makeEnquiry();
  await makeEnquiry({ status: "open", owner_id: me.id });
  await makeEnquiry({ status: "closed" });
  await makeEnquiry({ folder: "spam" });
  for (const state of ["waiting", "sending", "failed", "unconfirmed", "sent"] as const) await makeMail(id, state);
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  const { figures } = await openEnquiries("", { user: me.id });
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 4]);
  expect(figures).toEqual({
    inbox: 3,
    spam: 1,
    fresh: 1,
    fresh_spam: 1,
    mine: 1,
    unassigned: 1,
    unmailed: 1,
  });
});

test("the page says that mail is not configured where it is not", async () => {
  expect((await openEnquiries("", { env: { EMAIL: undefined as unknown as SendEmail } })).isMailConfigured).toBe(false);
  expect((await openEnquiries("", { env: { MAIL_FROM: "" } })).isMailConfigured).toBe(false);
  expect((await openEnquiries()).isMailConfigured).toBe(true);
});

test("while D1 does not answer the page says so, with 503", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: down"));
  expect(await openEnquiries()).toMatchObject({ status: 503, page: null });
  expect(logged.mock.calls.flat().join()).toContain("enquiries not read");
});

test("with 10,000 enquiries every query of the list uses an index", async () => {
  const me = await makeAccount({ roles: ["marketing_admin"] });
  const statuses: EnquiryStatus[] = ["new", "open", "answered", "closed"];
  await makeMany(10_000, (index) => ({
    received_at: Date.now() - index * 1000,
    folder: index % 5 === 0 ? "spam" : "inbox",
    status: statuses[index % 4] ?? "new",
    topic: contactTopics[index % contactTopics.length]?.id ?? "",
    owner_id: index % 7 === 0 ? me.id : null,
    name: index === 4900 ? "Needle" : "Hay",
  }));
  const filters: Partial<EnquiryFilter>[] = [
    {},
    { status: "open" },
    { topic: "project" },
    { owner: me.id as AccountId },
    { owner: "nobody" },
    { since: Date.now() - 86_400_000 },
    { isUnmailed: true },
    { words: "needle" },
    { status: "new", topic: "privacy", owner: "nobody", words: "hay" },
  ];
  const cursor: ListCursor = { side: "after", id: fillEnquiry().id, value: String(Date.now()) };
  const any = { folder: "inbox", status: null, topic: null, owner: null, since: null, isUnmailed: false, words: "" };
  const sorts = Object.keys(enquirySorts) as (keyof typeof enquirySorts)[];
  const orders = sorts.flatMap((by) => [null, cursor].map((from) => orderEnquiries({ by, direction: "desc" }, from)));
  const reader = me.id as AccountId;
  const queries = [
    ...filters.flatMap((choice) =>
      orders.flatMap((order) => {
        const filter = { ...any, ...choice } as EnquiryFilter;
        return [
          selectEnquiries(db, { filter, order, size: enquiriesPerPage }),
          countEnquiries(db, { filter, order, reader }),
        ];
      }),
    ),
    selectOwners(db),
    selectSettings(db, { user: reader, list: enquiryList.id }),
    selectMails(db),
  ];
  for (const query of queries) await expectIndexed(query);
  // Older than the newest 1,000 of its folder: not looked for, as the page says.
  expect(searchedAtMost).toBe(1000);
  expect(await listSubjects("?q=needle&folder=inbox")).toEqual([]);
});

test("what the head of the inbox counts, its views count too, whatever other mails fail", async () => {
  const { id } = await makeEnquiry();
  await makeMail(id, "failed");
  await makeMail(id, "unconfirmed");
  await makeMail(newId<EnquiryId>(), "failed");
  const { figures } = await openEnquiries();
  if (!figures) throw new Error("no figures");
  expect(formatFigures(figures)).toBe("1 new, 0 new in spam. 1 with a mail that failed.");
  const views = listEnquiryViews(figures, "en");
  expect(views.find(({ name }) => name === "Mail failed")?.count).toBe("1");
  expect((await openEnquiries("?mail=failed")).page?.total).toBe(1);
});
