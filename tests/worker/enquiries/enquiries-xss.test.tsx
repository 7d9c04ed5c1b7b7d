import { env } from "cloudflare:workers";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import Mail, { loader as loadMail } from "#app/development/mail.tsx";
import { loader as loadHtml } from "#app/development/mail-html.ts";
import Mailbox, { loader as loadMailbox } from "#app/development/mailbox.tsx";
import EnquiryPage, { loader as loadEnquiry } from "#app/staff/enquiries/enquiry.tsx";
import Inbox, { loader as loadEnquiries } from "#app/staff/enquiries/enquiries.tsx";
import { takeSome } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { makeEnquiry, makeMail } from "./enquiry-rows.ts";
import { postChange } from "./enquiries-staff-make.ts";
import { visitRoute } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";

const db = openDb(env.DB);

/** A page as the server renders it from what its loader gave. */
function render(Page: ComponentType<never>, loaderData: unknown): string {
  const Any = Page as ComponentType<{ loaderData: unknown; params: object }>;
  const router = createMemoryRouter([{ path: "/", element: <Any loaderData={loaderData} params={{}} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The text that a reader of `html` sees, tags and all. */
function decode(html: string): string {
  const named = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#39;": "'", "&amp;": "&" } as const;
  return html.replaceAll(/&(lt|gt|quot|#x27|#39|amp);/g, (entity) => named[entity as keyof typeof named]);
}

const author = { id: "" };

/** List, enquiry, mailbox, mail and the mail's HTML part with `text` wherever somebody may write. */
async function renderAll(text: string): Promise<{ line: string; pages: string[]; mail: string }> {
  for (const table of ["enquiries", "outbox"] as const) await db.deleteFrom(table).execute();
  author.id ||= (await makeAccount({ roles: ["marketing_admin"] })).id;
  const visit = { user: author.id };
  const line = cleanLine(text, 100);
  const { id } = await makeEnquiry({
    name: line,
    company: line,
    subject: line,
    message: `${text}\n\n${text}`,
    folder: "spam",
  });
  await postChange(id, { intent: "not-spam", version: "1" }, visit);
  await postChange(id, { intent: "save", version: "2", status: "open", owner: "nobody", note: text }, visit);
  const { id: mailId } = await db
    .selectFrom("outbox")
    .select("id")
    .where("kind", "=", "enquiry-owner")
    .executeTakeFirstOrThrow();
  const params = { id: mailId };
  const html = (await visitRoute(loadHtml, "/mailbox/x/html", visit, { params })) as Response;
  return {
    line,
    mail: await html.text(),
    pages: [
      render(Inbox, await visitRoute(loadEnquiries, "/marketing-admin/inbox", visit)),
      render(EnquiryPage, await visitRoute(loadEnquiry, "/marketing-admin/inbox/x", visit, { params: { id } })),
      render(Mailbox, await visitRoute(loadMailbox, "/mailbox", visit)),
      render(Mail, await visitRoute(loadMail, "/mailbox/x", visit, { params })),
    ],
  };
}

test("hostile text is nothing but text in list, enquiry, mailbox and mail", { timeout: 240_000 }, async () => {
  const find = (html: string) => [...new Set(findLiveMarkup(html.replaceAll(uuid, "id")))].toSorted();
  const harmless = await renderAll("Nothing but words");
  const expected = [...harmless.pages, harmless.mail].map(find);
  expect(xssVectors.length).toBeGreaterThanOrEqual(100);
  for (const vector of takeSome(xssVectors)) {
    const { line, pages, mail } = await renderAll(vector);
    // What our own pages are made of counts too: nothing may come on top of it.
    expect([...pages, mail].map(find), vector).toEqual(expected);
    for (const html of [...pages, mail]) expect(decode(html), vector).toContain(line);
  }
});

test("the HTML part of a mail may run and load nothing, whatever is in it", async () => {
  const { id } = await makeEnquiry();
  const mail = await makeMail(id, "sent", { html: "<script>pwn()</script>" });
  const response = (await visitRoute(loadHtml, "/mailbox/x/html", {}, { params: { id: mail } })) as Response;
  expect(response.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  );
});

test("what stands in the address of an enquiry cannot break its page", async () => {
  const { id } = await makeEnquiry();
  const params = { id };
  for (const done of ["__proto__", "constructor", "toString", "<script>pwn()</script>"]) {
    const path = `/marketing-admin/inbox/${id}?done=${encodeURIComponent(done)}`;
    const html = render(EnquiryPage, await visitRoute(loadEnquiry, path, {}, { params }));
    expect(html, done).toContain('role="status" tabindex="-1"></p>');
  }
});

test("the mailbox shows the newest mails first, and every part of one", async () => {
  const { id } = await makeEnquiry();
  const first = await makeMail(id, "sent", { subject: "First" });
  const second = await makeMail(id, "failed", { subject: "Second" });
  await db
    .updateTable("outbox")
    .set({ created_at: Date.now() - 5000 })
    .where("id", "=", first)
    .execute();
  const list = await visitRoute(loadMailbox, "/mailbox");
  expect(list).toMatchObject({ mails: [{ id: second, subject: "Second", state: "failed" }, { id: first }] });
  const mail = await visitRoute(loadMail, "/mailbox/x", {}, { params: { id: second } });
  expect(mail).toMatchObject({ subject: "Second", recipient: "sales@site.example", text: "Text", attempts: 8 });
});

test("there is no mailbox on any origin but localhost, nor a mail that does not exist", async () => {
  const { id } = await makeEnquiry();
  const mail = await makeMail(id, "sent");
  const params = { id: mail };
  for (const SITE_ORIGIN of ["https://www.example.com", "https://localhost.example.com", "https://example.com:8787"]) {
    const visit = { env: { SITE_ORIGIN } };
    await expect(visitRoute(loadMailbox, "/mailbox", visit)).rejects.toMatchObject({ init: { status: 404 } });
    await expect(visitRoute(loadMail, "/mailbox/x", visit, { params })).rejects.toMatchObject({
      init: { status: 404 },
    });
    expect(((await visitRoute(loadHtml, "/mailbox/x/html", visit, { params })) as Response).status).toBe(404);
  }
  // Deployed with its origin forgotten, or a foreign name that was made to point at this machine.
  for (const host of ["https://site.workers.dev", "http://localhost.example.com:8787"]) {
    await expect(visitRoute(loadMailbox, `${host}/mailbox`)).rejects.toMatchObject({ init: { status: 404 } });
    await expect(visitRoute(loadMail, `${host}/mailbox/x`, {}, { params })).rejects.toMatchObject({
      init: { status: 404 },
    });
    expect(((await visitRoute(loadHtml, `${host}/mailbox/x/html`, {}, { params })) as Response).status).toBe(404);
  }
  const missing = { params: { id: crypto.randomUUID() as MailId } };
  await expect(visitRoute(loadMail, "/mailbox/x", {}, missing)).rejects.toMatchObject({ init: { status: 404 } });
});
