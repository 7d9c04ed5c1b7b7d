import { InvalidInputError } from "../lib/errors.ts";

/** A text that may not stand in a mail's header. */
export class HeaderError extends InvalidInputError {
  override name = "HeaderError";

  constructor(message: string) {
    super({}, message);
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\u0000-\u001F\u007F\u0085\u2028\u2029]/;
const address = /^[^\s<>(),;:"\\[\]@]{1,64}@[^\s<>(),;:"\\[\]@]{1,189}$/;

/**
 * `text`, when it may stand in a header: one line, within `longest` characters.
 * @throws {HeaderError} on a control character (CR and LF among them) or too long a text.
 */
export function checkHeader(name: string, text: string, longest = 200): string {
  if (control.test(text)) throw new HeaderError(`${name} holds a control character.`);
  if (text.length > longest) throw new HeaderError(`${name} is longer than ${longest} characters.`);
  return text;
}

/**
 * `text`, when it is one bare e-mail address.
 * @throws {HeaderError} on anything else: a display name, a list, a line break.
 */
export function checkAddress(name: string, text: string): string {
  checkHeader(name, text, 254);
  if (!address.test(text)) throw new HeaderError(`${name} is not an e-mail address.`);
  return text;
}
