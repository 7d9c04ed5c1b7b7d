/** What mails to candidates are made of: templates, variables, and the replies to them. */
import fc from "fast-check";
import { day } from "#shared/dates/durations.ts";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { fillMail, findUnknown, joinParts } from "#shared/hiring/mail-variables.ts";
import { action as previewHtml } from "#app/staff/hiring/mails/mail-html.ts";
import { action as changeTemplates, loader as loadTemplates } from "#app/staff/hiring/mails/templates.tsx";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { countRuns } from "#tests/runs.ts";
import { parseReply } from "#worker/hiring/mails/parse-reply.ts";
import { openDb } from "#worker/db/client.ts";
import type { HoldId } from "#worker/db/privacy-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { readHeldData } from "#worker/privacy/held-data.ts";
import { openApplicationPage } from "./applications-make.ts";
import { readMails } from "../enquiries/enquiries-make.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeWholeScope } from "../whole-scope.ts";

import { makeTemplates, post, prepare, readAll, readThread, write, type Typed } from "./candidate-mails-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

test("text without braces stays as it is, what is filled in is not filled in again, and unknown names are found", () => {
  const values = { candidate: "{job}", "first name": "A", job: "J", sender: "S", company: "C", reference: "R" };
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const plain = text.replaceAll(/[{}]/g, "");
      expect(joinParts(fillMail(plain, values))).toBe(plain);
      expect(findUnknown(plain)).toEqual([]);
      // Whatever stands around a variable stays; braces that hold no name are text.
      expect(joinParts(fillMail(`${plain}{ Candidate }${plain}`, values))).toBe(`${plain}{job}${plain}`);
    }),
    { numRuns: countRuns(5000) },
  );
  expect(joinParts(fillMail("{} { {\n} {job}} {private link}", values))).toBe("{} { {\n} J} (private link)");
  expect(findUnknown("{job} {Jobb} {x} {x}")).toEqual(["Jobb", "x"]);
});

test("a template replaces what was typed only where the writer says so; unknown variables are refused beside their field", async () => {
  const { application, hana, user } = await prepare();
  const { rejection, invitation } = await makeTemplates(user.id);
  const { id } = application;
  const use = (typed: Typed) => write(id, hana, { do: "mail-template", template: invitation, ...typed });
  const filled = await use({ subject: "", body: "" });
  expect(filled.mail).toMatchObject({ fill: "put", fields: { used: invitation } });
  const { subject = "", body = "" } = filled.mail.fields ?? {};
  // Text of another template is nobody's work.
  expect((await use({ used: invitation, template: rejection, subject, body })).mail.fields?.used).toBe(rejection);
  const asked = await use({ body: "My own words" });
  expect(asked.mail).toMatchObject({ asks: { template: invitation }, fields: { body: "My own words", used: "" } });
  expect((await use({ do: "mail-replace", body: "My own words" })).mail.fields?.body).toBe(body);

  const refused = await write(id, hana, { subject: "{private link}", body: "{salary}" });
  expect([refused.status, refused.mail.problems]).toEqual([
    400,
    {
      subject: "A private link may stand in the text alone.",
      body: expect.stringContaining("{salary} is no variable"),
    },
  ]);
  const { mail } = await write(id, hana, { do: "mail-preview", body: "<i>{first name}</i> {private link}" });
  expect(mail.preview?.body.map(({ text, kind }) => [text, kind])).toEqual([
    ["<i>", "typed"],
    ["Ada", "filled"],
    ["</i> ", "typed"],
    ["(private link)", "link"],
  ]);
  const { args } = makeArgs(`/job-applications/${id}/mail-preview`, hana, {
    params: { id },
    form: { subject: "Hi", body: "<i>{first name}</i>" },
  });
  const html = (await previewHtml(args as never)) as Response;
  expect(html.headers.get("Content-Security-Policy")).toContain("sandbox; default-src 'none'");
  expect(await html.text()).toContain("&lt;i&gt;Ada&lt;/i&gt;");
  expect(await readThread(id)).toEqual([]);
});

test("templates are made, changed, deleted and brought back; a name is taken once, and nobody overwrites unseen", async () => {
  const { hana } = await prepare();
  const path = "/job-applications/templates";
  const send = async (form: Record<string, string>, visit = hana) => {
    const answer = await changeTemplates(makeArgs(path, visit, { form }).args as never);
    if (answer instanceof Response) return { status: answer.status, refusal: null, outcome: null };
    const { data, init } = answer as unknown as {
      data: { refusal: Refusal | null; outcome: ListOutcomeWords };
      init: ResponseInit;
    };
    return { ...data, status: init.status };
  };
  const list = async () => (await loadTemplates(makeArgs(path, hana, {}).args as never)).data.templates ?? [];
  const fields = { name: "Invite", kind: "invitation", subject: "Meet {company}", body: "Hello {first name}" };
  expect((await send({ do: "save", id: "", version: "", ...fields })).status).toBe(303);
  const [made] = await list();
  const known = { id: made?.id ?? "", version: "1" };
  expect(await send({ do: "save", id: "", version: "", ...fields, name: "INVITE" })).toMatchObject({
    status: 409,
    refusal: { problems: [{ message: "There is a template with this name already." }] },
  });
  const wrong = await send({ do: "save", ...known, ...fields, name: "", body: "{pay}" });
  expect(wrong.refusal?.problems.map(({ field }) => field)).toEqual(["name", "body"]);
  expect(wrong.refusal?.answers?.body).toBe("{pay}");
  const away = { ...hana, env: { ...hana.env, DB: breakDatabase(1) } };
  expect(await send({ do: "save", ...known, ...fields }, away)).toMatchObject({
    status: 503,
    refusal: { answers: fields },
  });
  expect((await send({ do: "save", ...known, ...fields, body: "Second" })).status).toBe(303);
  expect((await send({ do: "save", ...known, ...fields, body: "Third" })).status).toBe(409);
  const deleted = await send({ do: "delete", id: known.id, version: "2" });
  expect([deleted.outcome?.done, await list()]).toEqual(["The template is deleted.", []]);
  expect((await send({ do: "undo", undo: deleted.outcome?.undo[0] ?? "" })).outcome?.done).toBe(
    "The template is back.",
  );
  expect(await list()).toMatchObject([{ name: "Invite", version: 4 }]);
  // What was deleted a month ago is gone for good.
  const late = await send({ do: "delete", id: known.id, version: "4" });
  await db
    .updateTable("mail_templates")
    .set({ deleted_at: Date.now() - 31 * day })
    .execute();
  expect((await send({ do: "undo", undo: late.outcome?.undo[0] ?? "" })).outcome?.done ?? null).toBeNull();
  expect(await list()).toEqual([]);
});

test("a reply is taken apart, stored once and removed again; it goes with the person, who is told of it", async () => {
  const raw = `From: =?UTF-8?Q?Ad=C3=A4?= <ada.own@client.example>
Date: Fri, 20 Nov 2026 09:30:00 +0100 (CET)
Subject: Re: A first
 conversation

Tuesday is fine.
<b>Ada</b>

On 19 November 2026 at 10:00, Hana
<careers@site.example> wrote:
> Which day?`;
  expect(parseReply(raw)).toEqual({
    from: "ada.own@client.example",
    at: Date.UTC(2026, 10, 20, 8, 30),
    subject: "Re: A first conversation",
    body: "Tuesday is fine.\n<b>Ada</b>",
    quoted: "On 19 November 2026 at 10:00, Hana\n<careers@site.example> wrote:\n> Which day?",
  });
  expect(parseReply("Note: I come.\n\n> Which day?\n")).toMatchObject({
    from: null,
    body: "Note: I come.",
    quoted: "> Which day?",
  });
  expect(parseReply("> Which day?\nMonday")).toMatchObject({ body: "> Which day?\nMonday", quoted: "" });
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const { body, quoted } = parseReply(text);
      expect(body.length + quoted.length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: countRuns(2000) },
  );

  const { application, hana } = await prepare();
  const { id, email } = application;
  const form: [string, string][] = [
    ["do", "reply"],
    ["id", newId()],
    ["reply", raw],
    ["from", ""],
    ["when", ""],
  ];
  // What the reply quotes of our mail has the private link.
  const token = "a-_4".repeat(11).slice(1);
  const path = `/careers/application/${token}`;
  const packed = `https://safe.example/?u=${encodeURIComponent(`https://site.example${path}`)}&d=1`;
  const cut = `https://site.example${path.slice(0, 30)}=\n> ${path.slice(30)}`;
  form[2] = ["reply", `${raw}\n> ${packed} or ${cut}\n> <https://site.example${path}?picked>.`];
  const answers = await Promise.all([post(id, form, hana), post(id, form, hana)]);
  expect(answers.map(({ outcome, mail }) => [outcome?.done, mail.reply])).toEqual(
    [1, 2].map(() => ["The reply is saved.", null]),
  );
  const { view } = await openApplicationPage(id, hana);
  expect(view?.mails.thread).toMatchObject([{ direction: "in", who: "ada.own@client.example", state: "received" }]);
  expect((await readThread(id))[0]?.quoted).toMatch(/> \(private link\) or \(private link\)\n> <\(private link\)>\.$/);
  expect(await readAll()).not.toMatch(new RegExp(`${token}|${token.slice(15)}`));
  const remove = () =>
    post(
      id,
      [
        ["do", "undo"],
        ["undo", answers[0]?.outcome?.undo[0] ?? ""],
      ],
      hana,
    );
  await db.insertInto("legal_holds").values({ id: newId<HoldId>(), email, reason: "A claim", set_at: 1 }).execute();
  expect((await remove()).outcome?.refused[0]?.why).toContain("A legal hold keeps this");
  await db.updateTable("legal_holds").set({ released_at: 1 }).execute();
  const empty = await post(
    id,
    [
      ["do", "reply"],
      ["id", newId()],
      ["reply", " \n"],
      ["from", "x"],
    ],
    hana,
  );
  expect(empty).toMatchObject({ status: 400, mail: { problems: { reply: "Paste the reply." }, reply: { from: "x" } } });
  expect((await write(id, hana)).mail.problems[""]).toContain("has added a reply since");
  const held = await readHeldData(db, { email }, makeWholeScope());
  expect(held.find(({ name }) => name === "Mails about job applications")?.rows).toHaveLength(1);
  const removed = await remove();
  expect([removed.outcome?.done, await readThread(id)]).toEqual(["The reply is removed.", []]);

  await write(id, hana, { body: "{private link}" });
  await erasePerson(db, { email, actor: null as never }, makeWholeScope());
  expect([await readThread(id), await readMails()]).toEqual([[], []]);
});
