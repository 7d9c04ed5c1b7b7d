import { escapeHtml } from "../lib/escape-html.ts";
import type { RequestScope } from "../lib/scope.ts";

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Who the mails come from. */
export interface MailSite {
  /** The brand. */
  name: string;
  /** Origin of the site, such as "https://www.example.com". */
  origin: string;
}

/** The site as its mails name it. */
export function nameSite({ company, env }: Pick<RequestScope, "company" | "env">): MailSite {
  return { name: company.name, origin: env.SITE_ORIGIN };
}

interface MailLayout {
  subject: string;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  paragraphs: readonly string[];
  /** The paragraphs are somebody else's words. */
  isQuoted?: boolean;
  link: { url: string; name: string };
  /** One more sentence, or nothing. */
  after: string;
}

/** A mail in the look of the site, as text and as HTML. Everything given is text: markup in it stays visible. */
export function layOutMail({ name }: MailSite, layout: MailLayout): MailText {
  const { subject, title, facts, paragraphs, isQuoted = false, link, after } = layout;
  const text = [
    title,
    "",
    ...facts.map(([fact, value]) => `${fact}: ${value}`),
    "",
    // Each line is marked as a quotation, so that a visitor's words cannot look like ours.
    isQuoted ? paragraphs.join("\n\n").replace(/^/gm, "> ") : paragraphs.join("\n\n"),
    "",
    `${link.name}: ${link.url}`,
    ...(after ? ["", after] : []),
    "",
    name,
    "",
  ].join("\n");
  const rows = facts
    .map(
      ([fact, value]) =>
        `<tr><th align="left" style="padding:2px 16px 2px 0;font-weight:600">${escapeHtml(fact)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("");
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title>`,
    '<body style="margin:0;padding:32px 24px;background:#ffffff;color:#021d24;font:16px/1.55 Helvetica,Arial,sans-serif">',
    '<div style="max-width:560px">',
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>`,
    `<table style="margin:0 0 24px;border-collapse:collapse;font-size:15px">${rows}</table>`,
    body,
    `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="color:#021d24;font-weight:600">${escapeHtml(link.name)}</a></p>`,
    after ? `<p style="margin:0 0 16px">${escapeHtml(after)}</p>` : "",
    `<p style="margin:32px 0 0;color:#51696f;font-size:14px">${escapeHtml(name)}</p>`,
    "</div></body></html>",
  ].join("");
  return { subject, text, html };
}
