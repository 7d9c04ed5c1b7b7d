import { encodeText, MailError, type Transport } from "./transport.ts";

/** Refusals of Email Service that no later try changes; all others are for the operator or for time to mend. */
const finalCodes = new Set(["E_RECIPIENT_SUPPRESSED", "E_CONTENT_TOO_LARGE"]);

/** The mail binding: Email Service and Email Routing of Cloudflare. */
export function openBinding(binding: SendEmail): Transport {
  return {
    remembersFor: 0,
    async send({ from, to, replyTo, subject, text, html, files, headers }) {
      try {
        await binding.send({
          from,
          to,
          ...(replyTo !== null && { replyTo }),
          subject,
          text,
          html,
          // Bytes, because a text would be taken for base64.
          ...(files.length > 0 && {
            attachments: files.map(({ name, type, content }) => ({
              disposition: "attachment" as const,
              filename: name,
              type,
              content: encodeText(content),
            })),
          }),
          ...(Object.keys(headers).length > 0 && { headers }),
        });
      } catch (error) {
        const { code, message } = error as { code?: unknown; message?: unknown };
        if (!finalCodes.has(String(code))) throw error;
        throw new MailError("never", `Email Service refused the mail: ${String(code)}.`, { said: String(message) });
      }
    },
  };
}
