import { isLocalName } from "../../lib/local-site.ts";
import { minute } from "#shared/dates/durations.ts";
import { writeMessage } from "./mime.ts";
import type { SmtpSettings } from "./settings.ts";
import { type SmtpAnswer, SmtpLines, type SmtpSocket } from "./smtp-lines.ts";
import {
  encodeText,
  isAscii,
  MailError,
  type MailFate,
  type OutgoingMail,
  quoteAnswer,
  toAsciiAddress,
  readAsciiDomain,
  toBase64,
  type Transport,
} from "./transport.ts";

export type OpenSocket = (
  address: { hostname: string; port: number },
  options: { secureTransport: "on" | "off" | "starttls"; allowHalfOpen: false },
) => SmtpSocket;

/** A mail server that takes mails by SMTP (RFC 5321). One connection for each mail. */
export function openSmtp(settings: SmtpSettings): Transport {
  return {
    remembersFor: 0,
    async send(mail) {
      const { connect } = await import("cloudflare:sockets");
      await sendBySmtp(mail, settings, connect as unknown as OpenSocket);
    },
  };
}

/** Less than the term after which `sweepOutbox` takes a mail that is being sent for abandoned. */
const longestTalk = 3 * minute;
/** Seconds that the server has for each. */
const usualPatience = { connect: 15, answer: 30, mail: 90 };

/**
 * Gives one mail to the server, and returns what it says to that. Before the server has the whole mail every failure means that it
 * has not taken it; after that only its answer counts, and without one nobody knows.
 * @throws {MailError}
 */
export async function sendBySmtp(
  mail: OutgoingMail,
  settings: SmtpSettings,
  open: OpenSocket,
  patience: typeof usualPatience = usualPatience,
): Promise<string> {
  const { host, port, security } = settings;
  const secureTransport = ({ tls: "on", starttls: "starttls", none: "off" } as const)[security];
  const socket = open({ hostname: host, port }, { secureTransport, allowHalfOpen: false });
  const lines = new SmtpLines(socket, { longest: longestTalk });
  let isDone = false;
  try {
    await lines.wait(socket.opened, patience.connect, "answer the call");
    const talk = startTalk(lines, settings, patience);
    const offers = await talk.greet(readAsciiDomain(mail.from));
    await talk.signIn(offers);
    const said = await talk.hand(mail, offers);
    isDone = true;
    return said;
  } finally {
    await lines.close({ isPolite: isDone });
  }
}

type Offers = ReadonlyMap<string, string>;

function startTalk(lines: SmtpLines, { host, security, user, password }: SmtpSettings, patience: typeof usualPatience) {
  const secrets = [password, toBase64(password), toBase64(`\0${user}\0${password}`)];

  /** The answer to a command, which must begin with `wanted`; otherwise the mail meets `fate` if the number begins with 5. */
  async function ask(
    command: string,
    wanted: string,
    { fate = "later", name = command.split(/[ \r]/)[0] ?? "", seconds = patience.answer }: Ask = {},
  ): Promise<SmtpAnswer> {
    if (command !== "") await lines.write(`${command}\r\n`);
    return check(await lines.read(seconds), wanted, { fate, name });
  }

  function check(answer: SmtpAnswer, wanted: string, { fate, name }: { fate: MailFate; name: string }): SmtpAnswer {
    const code = String(answer.code);
    if (code.startsWith(wanted)) return answer;
    const isFinal = code.startsWith("5");
    throw new MailError(isFinal ? fate : "later", `The mail server answered ${code} to ${name}.`, {
      said: quoteAnswer(answer.lines.join(" "), secrets),
    });
  }

  async function sayHello(name: string): Promise<Offers> {
    const { lines: offers } = await ask(`EHLO ${name}`, "250");
    return new Map(
      offers.slice(1).map((offer) => {
        const [keyword = "", ...values] = offer.toUpperCase().split(/[ =]/);
        return [keyword, values.join(" ")];
      }),
    );
  }

  return {
    async greet(name: string): Promise<Offers> {
      await ask("", "220", { name: "the connection" });
      const offers = await sayHello(name);
      if (security !== "starttls") return offers;
      if (!offers.has("STARTTLS")) throw new MailError("later", "The mail server offers no STARTTLS.");
      await ask("STARTTLS", "220");
      lines.startTls();
      // What was offered before TLS counts for nothing.
      return sayHello(name);
    },

    async signIn(offers: Offers): Promise<void> {
      if (user === "") return;
      if (security === "none" && !isLocalName(host)) throw new MailError("later", "A password needs TLS.");
      const methods = (offers.get("AUTH") ?? "").split(" ");
      const name = "AUTH";
      if (methods.includes("PLAIN")) {
        await ask(`AUTH PLAIN ${secrets[2] ?? ""}`, "235", { name });
      } else if (methods.includes("LOGIN")) {
        await ask("AUTH LOGIN", "334", { name });
        await ask(toBase64(user), "334", { name });
        await ask(secrets[1] ?? "", "235", { name });
      } else throw new MailError("later", "The mail server offers no way to sign in (AUTH PLAIN or LOGIN).");
    },

    async hand(mail: OutgoingMail, offers: Offers): Promise<string> {
      const message = writeMessage(mail, new Date());
      const size = encodeText(message).length;
      const isPlain = isAscii(message);
      if (!isPlain && !offers.has("SMTPUTF8"))
        throw new MailError("never", "The mail server takes no address of other letters than ASCII (SMTPUTF8).");
      const most = Number(offers.get("SIZE") || 0);
      if (most > 0 && size > most) throw new MailError("never", `The mail server takes ${most} bytes at most.`);
      const parameters = [
        ...(offers.has("SIZE") ? [`SIZE=${size}`] : []),
        ...(isPlain ? [] : [...(offers.has("8BITMIME") ? ["BODY=8BITMIME"] : []), "SMTPUTF8"]),
      ];
      // A sender that is refused is for the operator to mend, so the mail waits; a recipient that is refused is none.
      await ask([`MAIL FROM:<${toAsciiAddress(mail.from)}>`, ...parameters].join(" "), "2", { name: "MAIL FROM" });
      await ask(`RCPT TO:<${toAsciiAddress(mail.to)}>`, "2", { fate: "never", name: "RCPT TO" });
      await ask("DATA", "354", { fate: "never" });
      await lines.write(message.replaceAll(/^\./gm, ".."), patience.mail);
      lines.isHanded = true;
      const answer = await ask(".", "2", { fate: "never", name: "the mail", seconds: patience.mail });
      return quoteAnswer(`${answer.code} ${answer.lines.join(" ")}`, secrets);
    },
  };
}

interface Ask {
  fate?: MailFate;
  name?: string;
  seconds?: number;
}
