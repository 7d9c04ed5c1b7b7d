import { escapeHtml } from "#shared/text/escape-html.ts";
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
  /** Lists of names with what belongs to each, after the paragraphs; `none` stands in place of an empty one. */
  sections?: readonly { name: string; rows: readonly (readonly [name: string, value: string])[]; none: string }[];
  /** One more sentence, or nothing. */
  after: string;
  /** Where the reader ends such mails. */
  stop?: { url: string; name: string };
}

/**
 * A mail in the look of the site, as text and as HTML: one action, its address in full for who does not trust a button, and
 * at the end who sent it. Everything given is text: markup in it stays visible.
 */
export function layOutMail(site: MailSite, layout: MailLayout): MailText {
  return { subject: layout.subject, text: writeText(site, layout), html: writeHtml(site, layout) };
}

function writeText({ name, origin }: MailSite, layout: MailLayout): string {
  const { title, facts = [], paragraphs, isQuoted = false, sections = [], link, after, stop } = layout;
  return [
    title,
    "",
    ...facts.map(([fact, value]) => `${fact}: ${value}`),
    ...(facts.length > 0 ? [""] : []),
    // Each line is marked as a quotation, so that a visitor's words cannot look like ours.
    isQuoted ? paragraphs.join("\n\n").replace(/^/gm, "> ") : paragraphs.join("\n\n"),
    ...sections.flatMap(({ name: section, rows, none }) =>
      ["", section].concat(rows.length > 0 ? rows.map(([row, value]) => `- ${row}: ${value}`) : none),
    ),
    "",
    link.name,
    link.url,
    ...(after ? ["", after] : []),
    ...(stop ? ["", stop.name, stop.url] : []),
    "",
    `${name}, ${origin}`,
    "",
  ].join("\n");
}

function writeHtml({ name, origin }: MailSite, layout: MailLayout): string {
  const { subject, title, facts = [], paragraphs, isQuoted = false, sections = [], link, after, stop } = layout;
  const table = writeTable(facts);
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
    table,
    isQuoted ? `<div style="margin:0 0 24px;padding-left:16px;border-left:3px solid #d4dfe1">${body}</div>` : body,
    ...sections.map(
      ({ name: section, rows, none }) =>
        `<h2 style="margin:24px 0 8px;font-size:17px">${escapeHtml(section)}</h2>${writeTable(rows) || `<p style="margin:0 0 16px">${escapeHtml(none)}</p>`}`,
    ),
    `<p style="margin:24px 0 12px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#021d24;color:#ffffff;border-radius:24px;font-weight:600;text-decoration:none">${escapeHtml(link.name)}</a></p>`,
    `<p style="margin:0 0 24px;color:#51696f;font-size:14px;word-break:break-all">${url}</p>`,
    after && `<p style="margin:0 0 16px">${escapeHtml(after)}</p>`,
    stop &&
      `<p style="margin:0 0 16px;font-size:14px"><a href="${escapeHtml(stop.url)}" style="color:#51696f">${escapeHtml(stop.name)}</a></p>`,
    `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #d4dfe1;color:#51696f;font-size:14px">${escapeHtml(`${name}, ${origin}`)}</p>`,
    "</div></body></html>",
  ].join("");
}

/** Names with their values; "" without any. */
function writeTable(rows: readonly (readonly [name: string, value: string])[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top" style="padding:2px 16px 2px 0;font-weight:600">${escapeHtml(name)}</th><td style="overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 24px;border-collapse:collapse;font-size:15px">${cells.join("")}</table>`;
}
