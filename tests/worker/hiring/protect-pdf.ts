/** PDFs that open without a password, and are encrypted all the same: they allow no changes. */
import { createCipheriv, createHash } from "node:crypto";
import { joinBytes, latin1, makePdfOf, makeStream } from "./documents-make.ts";
import { helvetica } from "./hostile-documents.ts";

/** What the standard fills passwords up with. */
const padding = Uint8Array.from(
  "28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A".match(/../g) ?? [],
  (hex) => Number.parseInt(hex, 16),
);
const md5 = (...parts: Uint8Array[]) =>
  new Uint8Array(
    createHash("md5")
      .update(joinBytes(...parts))
      .digest(),
  );
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0]);
  for (let a = 0, b = 0; a < 256; a += 1) {
    b = (b + (state[a] ?? 0) + (key[a % key.length] ?? 0)) & 0xff;
    swap(a, b);
  }
  let [a, b] = [0, 0];
  return data.map((byte) => {
    a = (a + 1) & 0xff;
    b = (b + (state[a] ?? 0)) & 0xff;
    swap(a, b);
    return byte ^ (state[((state[a] ?? 0) + (state[b] ?? 0)) & 0xff] ?? 0);
  });
}

/** A PDF of one page that draws `drawn`, by 128 bits. */
export function protectPdf(drawn: string, kind: "aes" | "rc4"): Uint8Array {
  const owner = new Uint8Array(32).fill(7);
  const id = new Uint8Array(16).fill(9);
  const permissions = Uint8Array.of(0xfc, 0xff, 0xff, 0xff);
  let key = md5(padding, owner, permissions, id);
  for (let round = 0; round < 50; round += 1) key = md5(key);
  let user = rc4(key, md5(padding, id));
  for (let round = 1; round < 20; round += 1)
    user = rc4(
      key.map((byte) => byte ^ round),
      user,
    );
  const isAes = kind === "aes";
  const objectKey = md5(key, Uint8Array.of(4, 0, 0, 0, 0), latin1(isAes ? "sAlT" : ""));
  const start = new Uint8Array(16).fill(3);
  const cipher = isAes ? createCipheriv("aes-128-cbc", objectKey, start) : null;
  const packed = cipher
    ? joinBytes(start, cipher.update(latin1(drawn)), cipher.final())
    : rc4(objectKey, latin1(drawn));
  const filter = isAes
    ? "/V 4 /R 4 /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF"
    : "/V 2 /R 3";
  const encrypt = `/ID [<${toHex(id)}><${toHex(id)}>] /Encrypt << /Filter /Standard ${filter} /Length 128 /P -4 /O <${toHex(owner)}> /U <${toHex(user)}${"00".repeat(16)}> >>`;
  const plain = makePdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 595 842] >>",
    "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    makeStream(packed),
    helvetica,
  ]);
  const source = new TextDecoder("latin1").decode(plain);
  return joinBytes(
    plain.subarray(0, source.lastIndexOf("/Root 1 0 R")),
    latin1(encrypt),
    plain.subarray(source.lastIndexOf("/Root 1 0 R")),
  );
}
