/** The search behind the palette of the staff area: who finds what, through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Role } from "#shared/permissions.ts";
import type { PaletteGroup } from "#app/staff-kit/palette-sources.ts";
import { foundAtMost } from "#app/staff/palette/record-source.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { worker } from "../built-worker.ts";
import { makeApplication } from "../hiring/application-rows.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeAddress } from "../make-scope.ts";
import { makeEditor, makeItem } from "../media/media-make.ts";

muteConsole("error");

async function search(words: string, role: Role, overrides: Partial<Env> = {}) {
  const Cookie = writeCookies(await makeSession((await makeAccount({ roles: [role] })).id));
  const url = `${env.SITE_ORIGIN}/staff-search?${new URLSearchParams({ q: words })}`;
  const request = new Request(url, { headers: { Cookie, "CF-Connecting-IP": makeAddress() }, redirect: "manual" });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  await waitOnExecutionContext(ctx);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  return (await response.json()) as PaletteGroup[];
}

const namesOf = (groups: readonly PaletteGroup[]) =>
  groups.map(({ name, items }) => [name, items?.map((item) => item.name)]);

test("enquiries, accounts, applications and jobs are found by their words, each by those who may read them", async () => {
  const { id } = await makeEnquiry({ name: "Zoë Marlow", company: "Marlow Works", subject: "A platform for plant 7" });
  await makeEnquiry({ folder: "spam", name: "Marlow Spam" });
  await makeAccount({ email: "marlow@example.com", name: "Anna Berg", roles: ["HR"] });
  const applicant = await makeApplication({ name: "Ida Marlow" });
  await makeApplication({ name: "Somebody Else", place: "Marlow" });
  const job = await makeOpening({ title: "Engineer, Marlow" });
  const both = [
    ["Articles", []],
    ["Enquiries", ["A platform for plant 7"]],
    ["Jobs", ["Engineer, Marlow"]],
    ["Accounts", ["Anna Berg"]],
    ["Files", []],
  ];
  // Who has it in their name comes first.
  const people = ["Applications", ["Ida Marlow", "Somebody Else"]];
  expect(namesOf(await search("marlow", "marketing_admin"))).toEqual(both);
  expect(namesOf(await search("MARLOW", "super_admin"))).toEqual([people, ...both]);
  expect(namesOf(await search("marlow", "talent_admin"))).toEqual([both[2], ["Accounts", ["Anna Berg"]]]);
  expect(namesOf(await search("marlow", "HR"))).toEqual([people, both[2]]);
  const [applications, jobs] = await search("ida marlow", "HR");
  expect([applications?.items, jobs?.items]).toEqual([
    [{ to: `/job-applications/${applicant.id}`, name: "Ida Marlow", note: "No role, New" }],
    [],
  ]);
  expect((await search("engineer", "talent_admin"))[0]?.items).toEqual([
    { to: `/job-management/${job.id}`, name: "Engineer, Marlow", note: "Open" },
  ]);
  const [, enquiries] = await search("plant 7", "marketing_admin");
  expect(enquiries?.items).toEqual([
    { to: `/marketing-admin/inbox/${id}`, name: "A platform for plant 7", note: "Marlow Works, New" },
  ]);
});

test("a search is short, and words of one letter, of signs or of 10,000 characters do no harm", async () => {
  for (let index = 0; index < foundAtMost + 2; index += 1) await makeEnquiry({ subject: `Plant ${index}` });
  const [, enquiries] = await search("plant", "marketing_admin");
  expect(enquiries?.items).toHaveLength(foundAtMost);
  expect(await search("p", "marketing_admin")).toEqual([]);
  for (const words of ["%_", "' OR 1=1 --", "<b>", "x".repeat(10_000)])
    expect(namesOf(await search(words, "marketing_admin")), words.slice(0, 20)).toEqual([
      ["Articles", []],
      ["Enquiries", []],
      ["Jobs", []],
      ["Accounts", []],
      ["Files", []],
    ]);
});

test("a source that cannot be read takes nothing from the others", async () => {
  await makeAccount({ email: "marlow@example.com", name: "Anna Berg" });
  const { DB } = breakBinding("DB", { hits: (_call, sql) => sql.includes("enquiries") });
  const groups = await search("marlow", "marketing_admin", { DB });
  expect(groups.map(({ name, items }) => [name, items?.length ?? null])).toEqual([
    ["Articles", 0],
    ["Enquiries", null],
    ["Jobs", 0],
    ["Accounts", 1],
    ["Files", 0],
  ]);
});

test("files of the media library are found by the words of their names and texts, by who writes articles", async () => {
  const item = await makeItem(await makeEditor(), { name: "turbine.png" });
  const found = await search("turb", "marketing_admin");
  expect(found.find(({ name }) => name === "Files")?.items).toEqual([
    { to: `/blog-management/media/${item.id}`, name: "turbine.png", note: "PNG" },
  ]);
  expect((await search("turb", "talent_admin")).some(({ name }) => name === "Files")).toBe(false);
});
