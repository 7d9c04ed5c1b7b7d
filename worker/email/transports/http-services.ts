import { day } from "#shared/dates/durations.ts";
import { nameMessage, type OutgoingMail, toBase64 } from "./transport.ts";

/** How one service takes a mail and what its answers mean. */
interface HttpService {
  url: string;
  headers: (key: string) => Record<string, string>;
  body: (mail: OutgoingMail) => object;
  /** True for an answer by which it will never take this mail; others are tried again. */
  isFinal: (status: number, code: unknown) => boolean;
  /** For how long it knows a mail again by its Idempotency-Key, in milliseconds. */
  remembersFor: number;
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const isWrongRequest = (status: number) => [400, 413, 422].includes(status);
const named = (mail: OutgoingMail): [string, string][] => [
  ["Message-ID", nameMessage(mail)],
  ...Object.entries(mail.headers),
];
const files = <File>(mail: OutgoingMail, write: (name: string, type: string, base64: string) => File) =>
  mail.files.map(({ name, type, content }) => write(name, type, toBase64(content)));

/** The services that mails can be given to. `json` is our own shape, for one that is not among them (docs/mail.md). */
const services = {
  /** https://resend.com/docs/api-reference/emails/send-email and /docs/dashboard/emails/idempotency-keys */
  resend: {
    url: "https://api.resend.com/emails",
    headers: bearer,
    body: (mail) => ({
      from: mail.from,
      to: [mail.to],
      ...(mail.replyTo !== null && { reply_to: mail.replyTo }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.headers,
      attachments: files(mail, (filename, type, content) => ({ filename, content, content_type: type })),
    }),
    isFinal: isWrongRequest,
    remembersFor: day,
  },
  /** https://postmarkapp.com/developer/api/email-api */
  postmark: {
    url: "https://api.postmarkapp.com/email",
    headers: (key) => ({ "X-Postmark-Server-Token": key }),
    body: (mail) => ({
      From: mail.from,
      To: mail.to,
      ...(mail.replyTo !== null && { ReplyTo: mail.replyTo }),
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: "outbound",
      Headers: [...named(mail), ["X-PM-KeepID", "true"]].map(([Name, Value]) => ({ Name, Value })),
      Attachments: files(mail, (Name, ContentType, Content) => ({ Name, Content, ContentType })),
    }),
    // A wrong request, an address that it no longer writes to, a kind of file that it refuses. Others are for the operator to mend.
    isFinal: (status, code) => status === 413 || [300, 406, 411].includes(Number(code)),
    remembersFor: 0,
  },
  /** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
  sendgrid: {
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: bearer,
    body: (mail) => ({
      personalizations: [{ to: [{ email: mail.to }] }],
      from: { email: mail.from },
      ...(mail.replyTo !== null && { reply_to: { email: mail.replyTo } }),
      subject: mail.subject,
      content: [
        { type: "text/plain", value: mail.text },
        { type: "text/html", value: mail.html },
      ],
      headers: Object.fromEntries(named(mail)),
      ...(mail.files.length > 0 && {
        attachments: files(mail, (filename, type, content) => ({ filename, type, content, disposition: "attachment" })),
      }),
      // Links stay as they are, and nobody counts who opens a mail.
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
    }),
    isFinal: isWrongRequest,
    remembersFor: 0,
  },
  json: {
    url: "",
    headers: bearer,
    body: (mail) => ({
      ...mail,
      headers: Object.fromEntries(named(mail)),
      files: undefined,
      attachments: files(mail, (name, type, content) => ({ name, type, content })),
    }),
    isFinal: isWrongRequest,
    remembersFor: day,
  },
} as const satisfies Record<string, HttpService>;

export type MailService = keyof typeof services;

export function isMailService(name: string): name is MailService {
  return Object.hasOwn(services, name);
}

export function findService(name: MailService): HttpService {
  return services[name];
}
