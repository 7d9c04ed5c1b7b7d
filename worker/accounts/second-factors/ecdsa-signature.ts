/** Bytes of each of the two numbers of a signature, by the number that COSE gives the curve: P-256, P-384, P-521. */
const lengths: Readonly<Record<number, number>> = { 1: 32, 2: 48, 3: 66 };

/**
 * The ECDSA signature of a passkey as `SubtleCrypto.verify` takes it: r and s, each of the length of the curve `crv` (COSE).
 * WebAuthn sends them as DER, a SEQUENCE of two INTEGERs (RFC 3279, 2.2.3). Takes the place of the function of this name in
 * @simplewebauthn/server, which brings a reader of all of ASN.1 (scripts/vite/small-worker.ts).
 * @throws {Error} for bytes that are no such signature
 */
export function unwrapEC2Signature(signature: Uint8Array, crv: number): Uint8Array<ArrayBuffer> {
  const length = lengths[crv];
  if (length === undefined) throw new Error("This curve is not known.");
  const [numbers, rest] = readElement(signature, 0x30);
  const [r, afterR] = readElement(numbers, 0x02);
  const [s, afterS] = readElement(afterR, 0x02);
  if (rest.length > 0 || afterS.length > 0) throw unreadable();
  const both = new Uint8Array(2 * length);
  for (const [at, number] of [r, s].entries()) {
    const digits = readPositive(number);
    if (digits.length > length) throw unreadable();
    both.set(digits, (at + 1) * length - digits.length);
  }
  return both;
}

/** The content of the element that `bytes` begin with, which has the tag `tag`, and what follows it. Lengths below 256. */
function readElement(bytes: Uint8Array, tag: number): [content: Uint8Array, rest: Uint8Array] {
  const isLong = bytes[1] === 0x81;
  const start = isLong ? 3 : 2;
  const length = bytes[start - 1] ?? 0;
  const isShortest = isLong ? length >= 0x80 : length < 0x80;
  if (bytes[0] !== tag || !isShortest || bytes.length < start + length) throw unreadable();
  return [bytes.subarray(start, start + length), bytes.subarray(start + length)];
}

/** The digits of a positive number in its shortest form; a zero before the first digit only says that it is positive. */
function readPositive(number: Uint8Array): Uint8Array {
  const [first = 0x80, second = 0] = number;
  if (first >= 0x80) throw unreadable();
  if (first > 0 || number.length === 1) return number;
  if (second < 0x80) throw unreadable();
  return number.subarray(1);
}

function unreadable(): Error {
  return new Error("These bytes are no ECDSA signature.");
}
