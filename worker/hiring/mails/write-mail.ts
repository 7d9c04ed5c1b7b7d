import { joinParts, type MailPart } from "#shared/hiring/mail-variables.ts";
import type { MailSite, MailText } from "#worker/email/layout.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";

interface Written {
  site: MailSite;
  subject: string;
  body: readonly MailPart[];
  /** The private link, in full. */
  link: string;
}

/**
 * A mail of a person to a person, as text and as HTML: their words, and at the end whose site it came from. Everything is
 * text: markup in it stays visible.
 */
export function writeCandidateMail({ site, subject, body, link }: Written): MailText {
  const sender = `${site.name}, ${site.origin}`;
  const words = body
    .map(({ text, kind }) =>
      kind === "link"
        ? `<a href="${escapeHtml(link)}" style="color:#021d24">${escapeHtml(link)}</a>`
        : escapeHtml(text),
    )
    .join("");
  const paragraphs = words
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(subject)}</title>`,
    '<body style="margin:0;padding:32px 20px;background:#ffffff;color:#021d24;font:16px/1.55 Helvetica,Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">',
    paragraphs,
    `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #d4dfe1;color:#51696f;font-size:14px">${escapeHtml(sender)}</p>`,
    "</div></body></html>",
  ].join("");
  return { subject, text: `${joinParts(body, link)}\n\n${sender}\n`, html };
}
