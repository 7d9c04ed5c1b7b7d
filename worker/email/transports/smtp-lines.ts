import { second } from "#shared/dates/durations.ts";
import { MailError } from "./transport.ts";

/** A connection as `connect` of cloudflare:sockets opens it. */
export interface SmtpSocket {
  readonly opened: Promise<unknown>;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  startTls(): SmtpSocket;
  close(): Promise<void>;
}

export interface SmtpAnswer {
  code: number;
  /** Its lines without their numbers. */
  lines: readonly string[];
}

/** Bytes that an answer may have: a server that talks on is not listened to. */
const longestAnswer = 20_000;

/** The lines of a conversation by SMTP. Each wait ends, and one that ends without what it waits for throws. */
export class SmtpLines {
  #socket: SmtpSocket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #rest = "";
  readonly #endsAt: number;
  /** True once the server may have the whole mail: from then on silence means that nobody knows. */
  isHanded = false;

  constructor(socket: SmtpSocket, { longest }: { longest: number }) {
    this.#socket = socket;
    this.#reader = socket.readable.getReader();
    this.#writer = socket.writable.getWriter();
    this.#endsAt = Date.now() + longest;
  }

  async wait<Value>(work: Promise<Value>, seconds: number, what: string): Promise<Value> {
    const left = Math.max(0, Math.min(seconds * second, this.#endsAt - Date.now()));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(this.#fail(`did not ${what} within ${Math.round(left / second)} seconds`)), left);
    });
    try {
      return await Promise.race([work, end]);
    } catch (error) {
      throw error instanceof MailError ? error : this.#fail(`is not there, or cut the line before it could ${what}`);
    } finally {
      clearTimeout(timer);
    }
  }

  #fail(what: string): MailError {
    return new MailError(this.isHanded ? "unknown" : "later", `The mail server ${what}.`);
  }

  async write(text: string, seconds = 20): Promise<void> {
    await this.wait(this.#writer.write(new TextEncoder().encode(text)), seconds, "take what was sent");
  }

  /** The next answer: lines of one number, the last of which has a space after it. */
  async read(seconds: number): Promise<SmtpAnswer> {
    const decoder = new TextDecoder();
    for (;;) {
      const whole = /^(?:(\d{3})-[^\n]*\n)*(\d{3})(?: [^\n]*)?\n/.exec(this.#rest);
      if (whole) {
        this.#rest = this.#rest.slice(whole[0].length);
        const lines = whole[0].split(/\r?\n/).slice(0, -1);
        return { code: Number(whole[2]), lines: lines.map((line) => line.slice(4)) };
      }
      if (this.#rest.length > longestAnswer) throw this.#fail("talks on without an end");
      if (/^(?!\d{3}[ \r\n-])[^\n]{4}/.test(this.#rest)) throw this.#fail("does not speak SMTP");
      const { value, done } = await this.wait(this.#reader.read(), seconds, "answer");
      if (done || !value) throw this.#fail("cut the line");
      this.#rest += decoder.decode(value, { stream: true });
    }
  }

  /** @throws {MailError} when the server had said more than its answer, which nobody had encrypted */
  startTls(): void {
    if (this.#rest !== "") throw this.#fail("sent more than its answer before TLS began");
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
  }

  /** Takes leave, and waits for no answer. */
  async close({ isPolite }: { isPolite: boolean }): Promise<void> {
    try {
      if (isPolite) await this.write("QUIT\r\n", 2);
      await this.wait(this.#socket.close(), 2, "hang up");
    } catch {
      // It is gone already.
    }
  }
}
