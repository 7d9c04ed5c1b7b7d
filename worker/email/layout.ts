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
  facts?: readonly (readonly [name: string, value: string])[];
  paragraphs: readonly string[];
  /** The paragraphs are somebody else's words. */
  isQuoted?: boolean;
  link: { url: string; name: string };
  /** One more sentence, or nothing. */
  after: string;
}

/**
 * A mail in the look of the site, as text and as HTML: one action, its address in full for who does not trust a button, and
 * at the end who sent it. Everything given is text: markup in it stays visible.
 */
export function layOutMail(site: MailSite, layout: MailLayout): MailText {
  return { subject: layout.subject, text: writeText(site, layout), html: writeHtml(site, layout) };
}

function writeText({ name, origin }: MailSite, layout: MailLayout): string {
  const { title, facts = [], paragraphs, isQuoted = false, link, after } = layout;
  return [
    title,
    "",
    ...facts.map(([fact, value]) => `${fact}: ${value}`),
    ...(facts.length > 0 ? [""] : []),
    // Each line is marked as a quotation, so that a visitor's words cannot look like ours.
    isQuoted ? paragraphs.join("\n\n").replace(/^/gm, "> ") : paragraphs.join("\n\n"),
    "",
    link.name,
    link.url,
    ...(after ? ["", after] : []),
    "",
    `${name}, ${origin}`,
    "",
  ].join("\n");
}

function writeHtml({ name, origin }: MailSite, layout: MailLayout): string {
  const { subject, title, facts = [], paragraphs, isQuoted = false, link, after } = layout;
  const rows = facts
    .map(
      ([fact, value]) =>
        `<tr><th align="left" valign="top" style="padding:2px 16px 2px 0;font-weight:600">${escapeHtml(fact)}</th><td style="overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("");
  const url = escapeHtml(link.url);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(subject)}</title>`,
    '<body style="margin:0;padding:32px 20px;background:#ffffff;color:#021d24;font:16px/1.55 Helvetica,Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;overflow-wrap:break-word">',
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>`,
    rows && `<table style="margin:0 0 24px;border-collapse:collapse;font-size:15px">${rows}</table>`,
    isQuoted ? `<div style="margin:0 0 24px;padding-left:16px;border-left:3px solid #d4dfe1">${body}</div>` : body,
    `<p style="margin:24px 0 12px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#021d24;color:#ffffff;border-radius:24px;font-weight:600;text-decoration:none">${escapeHtml(link.name)}</a></p>`,
    `<p style="margin:0 0 24px;color:#51696f;font-size:14px;word-break:break-all">${url}</p>`,
    after && `<p style="margin:0 0 16px">${escapeHtml(after)}</p>`,
    `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #d4dfe1;color:#51696f;font-size:14px">${escapeHtml(`${name}, ${origin}`)}</p>`,
    "</div></body></html>",
  ].join("");
}
