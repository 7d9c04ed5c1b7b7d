/** What people write of themselves and into addresses, on the pages of accounts as the built Worker sends them. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { ask, makeCaller } from "./account-make.ts";
import { makeInvite } from "./links-make.ts";
import { visit } from "../visit.ts";
import { makeAccount, muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

test("a name or a note ends no script and begins none, neither in the page nor in the data that comes with it", async () => {
  const admin = await makeCaller({ roles: ["super_admin"] });
  const { id } = await makeAccount({ email: "ada@example.com", roles: ["HR"] });
  const invitedBy = admin.user.id;
  const { path } = await makeInvite({ email: "anna@example.com", roles: ["HR"], invitedBy });
  const read = async (text: string) => {
    await db.updateTable("accounts").set({ name: text }).execute();
    await db.updateTable("invites").set({ note: text }).execute();
    const pages = ["/account", "/user-management", `/user-management/${id}`, "/audit-log", "/user-management?q=ada"];
    const answers = [...pages.map((page) => ask(page, admin)), visit(path)];
    const documents = await Promise.all((await Promise.all(answers)).map((answer) => answer.text()));
    return documents.map((html) => ({ html, scripts: html.match(/<\/?script/gi)?.length }));
  };
  const harmless = await read("Nothing but words");
  expect(harmless.filter(({ html }) => html.includes("Nothing but words")).length).toBeGreaterThanOrEqual(5);
  for (const text of [
    "</script><script>pwn()</script>",
    '"}</SCRIPT ><script>pwn()</script>',
    "<!--<script>pwn()",
    "\u2028</script\t><img src=x onerror=pwn()>",
    "${`</script>`}",
  ])
    for (const [index, { html, scripts }] of (await read(text)).entries()) {
      expect([text, index, scripts]).toEqual([text, index, harmless[index]?.scripts]);
      expect(html).not.toMatch(/<script>pwn|<img src=x|<!--<script/);
    }
});

test("an address that cannot be decoded is not found, and nothing fails", async () => {
  const admin = await makeCaller({ roles: ["super_admin"] });
  for (const [at, broken] of ["%E0%A4%A", "%", "%zz", "%ff", "%c0%ae%c0%ae"].entries())
    for (const [place, path] of [
      "/insights",
      "/careers",
      "/user-management",
      "/marketing-admin/inbox",
      "/api/auth",
      "/mailbox",
    ].entries())
      // Page and data take turns.
      for (const end of ["", ".data"].filter((_, way) => isDeep || (at + place) % 2 === way)) {
        const { status } = await ask(`${path}/${broken}${end}`, admin);
        expect([path, broken, end, status]).toEqual([path, broken, end, 404]);
      }
  for (const page of ["reset", "verify", "invite", "email"])
    expect([400, 404]).toContain((await visit(`/auth/${page}/%E0%A4%A`)).status);
});
