import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawBytes } from "#tests/draw.ts";
import { countRuns } from "#tests/runs.ts";
import { unwrapEC2Signature } from "#worker/accounts/second-factors/ecdsa-signature.ts";

const curves = [
  { crv: 1, name: "P-256", hash: "SHA-256", length: 64 },
  { crv: 2, name: "P-384", hash: "SHA-384", length: 96 },
  { crv: 3, name: "P-521", hash: "SHA-512", length: 132 },
] as const;

/** Signs with DER, as an authenticator does, and verifies what was unwrapped as the Worker does. */
async function isVerified(curve: (typeof curves)[number], data: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: curve.name });
  const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
  const der = sign(curve.hash.replace("-", ""), data, { key, dsaEncoding: "der" });
  const jwk = publicKey.export({ format: "jwk" });
  const algorithm = { name: "ECDSA", namedCurve: curve.name, hash: curve.hash };
  const verifier = await crypto.subtle.importKey("jwk", jwk as JsonWebKey, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, verifier, unwrapEC2Signature(der, curve.crv), data);
}

test.each(curves)("signatures of $name are verified, whatever their numbers begin with", async (curve) => {
  for (let run = 0; run < countRuns(2000) / 10; run += 1)
    expect(await isVerified(curve, drawBytes(32, `signed ${run}`))).toBe(true);
});

test("short numbers are filled up, and what is not written in the one way of DER is refused", () => {
  const of = (...bytes: number[]) => unwrapEC2Signature(Uint8Array.from(bytes), 1);
  const both = of(0x30, 7, 2, 1, 5, 2, 2, 0, 0x80);
  expect([both.length, both[31], both[63], both.filter((byte) => byte > 0).length]).toEqual([64, 5, 0x80, 2]);
  const refused = [
    [],
    [0x30, 0],
    [0x30, 6, 2, 1, 5, 2, 1],
    [0x30, 6, 2, 1, 5, 2, 1, 5, 0],
    [0x30, 7, 2, 1, 5, 2, 1, 5, 0],
    [0x30, 0x81, 6, 2, 1, 5, 2, 1, 5],
    [0x31, 6, 2, 1, 5, 2, 1, 5],
    [0x30, 6, 4, 1, 5, 2, 1, 5],
    [0x30, 5, 2, 0, 2, 1, 5],
    [0x30, 6, 2, 1, 0x85, 2, 1, 5],
    [0x30, 7, 2, 2, 0, 5, 2, 1, 5],
    [0x30, 0x80, 2, 1, 5, 2, 1, 5, 0, 0],
  ];
  for (const bytes of refused) expect(() => of(...bytes), bytes.join(" ")).toThrow();
  expect(() => unwrapEC2Signature(Uint8Array.of(0x30, 6, 2, 1, 5, 2, 1, 5), 8)).toThrow();
});

test("any bytes are refused or give two numbers of the curve", () => {
  const signature = fc
    .tuple(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }))
    .map(([r, s]) => Uint8Array.of(0x30, r.length + s.length + 4, 2, r.length, ...r, 2, s.length, ...s));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 90 }), signature), (bytes) => {
      let both: Uint8Array;
      try {
        both = unwrapEC2Signature(bytes, 1);
      } catch {
        return;
      }
      expect(both).toHaveLength(64);
    }),
    { numRuns: countRuns(5000) },
  );
});
