/** A device with passkeys, made of Web Crypto: what a browser would answer, and what a bad device might. */
import { drawBytes, makeMark } from "#tests/draw.ts";
import type { Assertion, Attestation } from "#shared/accounts/passkey-schemas.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { siteOrigin } from "../make-scope.ts";

interface Offer {
  challenge: string;
}

interface Behaviour {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether it has checked its owner. */
  isVerified?: boolean;
  /** Of its signatures; it counts by itself by default. */
  count?: number;
  userHandle?: string;
  /** The format of its attestation, "none" by default. "self": packed, signed by the passkey itself; others have a certificate. */
  format?: string;
}

type Cbor = number | string | Uint8Array | Uint8Array[] | { entries: [number | string, Cbor][] };

const bytes = (text: string) => new TextEncoder().encode(text);

/** A device with one ES256 passkey. `counts`: whether it counts its signatures. */
export async function makeAuthenticator({ counts = true } = {}) {
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey("jwk", keys.publicKey)) as JsonWebKey;
  const credentialId = drawBytes(32, makeMark());
  const id = encodeBase64url(credentialId);
  let signed = 0;

  async function writeAuthData(
    { rpId = new URL(siteOrigin).hostname, isVerified = true, count }: Behaviour,
    more = none,
  ) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(rpId)));
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
    return concat(hash, [flags], writeUint(count ?? (counts ? (signed += 1) : 0), 4), more);
  }

  function writeClientData(type: string, { challenge }: Offer, { origin = siteOrigin }: Behaviour) {
    return bytes(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  async function signBytes(authData: Uint8Array, clientData: Uint8Array<ArrayBuffer>) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", clientData));
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    return writeDer(new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, concat(authData, hash))));
  }

  return {
    id,
    /** What the browser answers when it makes the passkey. */
    async register(offer: Offer, behaviour: Behaviour = {}): Promise<Attestation> {
      const publicKey = encodeMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, decode(jwk.x)],
        [-3, decode(jwk.y)],
      ]);
      const attested = concat(new Uint8Array(16), writeUint(credentialId.length, 2), credentialId, publicKey);
      const authData = await writeAuthData(behaviour, attested);
      const clientData = writeClientData(behaviour.type ?? "webauthn.create", offer, behaviour);
      const { format = "none" } = behaviour;
      const signed: [string, Cbor][] = [
        ["alg", -7],
        ["sig", await signBytes(authData, clientData)],
        ...(format === "self" ? [] : [["x5c", [Uint8Array.of(0x30, 0)]] satisfies [string, Cbor]]),
      ];
      const object = encodeMap([
        ["fmt", format === "self" ? "packed" : format],
        ["attStmt", { entries: format === "none" ? [] : signed }],
        ["authData", authData],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: encodeBase64url(clientData),
          attestationObject: encodeBase64url(object),
          transports: ["internal"],
        },
      };
    },
    /** What the browser answers when it uses the passkey. */
    async sign(offer: Offer, behaviour: Behaviour = {}): Promise<Assertion> {
      const clientData = writeClientData(behaviour.type ?? "webauthn.get", offer, behaviour);
      const authData = await writeAuthData(behaviour);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: encodeBase64url(clientData),
          authenticatorData: encodeBase64url(authData),
          signature: encodeBase64url(await signBytes(authData, clientData)),
          ...(behaviour.userHandle !== undefined && { userHandle: encodeBase64url(bytes(behaviour.userHandle)) }),
        },
      };
    },
  };
}

const none = new Uint8Array();

function decode(text = ""): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function concat(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

function writeUint(value: number, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, index) => (value >>> (8 * (width - 1 - index))) & 0xff);
}

/** The part of CBOR (RFC 8949) that WebAuthn needs. */
function encode(value: Cbor): Uint8Array {
  if (typeof value === "number") return value < 0 ? writeHead(1, -1 - value) : writeHead(0, value);
  if (typeof value === "string") return concat(writeHead(3, value.length), bytes(value));
  if (value instanceof Uint8Array) return concat(writeHead(2, value.length), value);
  return Array.isArray(value) ? concat(writeHead(4, value.length), ...value.map(encode)) : encodeMap(value.entries);
}

function encodeMap(entries: [number | string, Cbor][]): Uint8Array<ArrayBuffer> {
  return concat(writeHead(5, entries.length), ...entries.flatMap(([key, value]) => [encode(key), encode(value)]));
}

function writeHead(major: number, value: number): Uint8Array {
  if (value < 24) return Uint8Array.of((major << 5) | value);
  if (value < 256) return Uint8Array.of((major << 5) | 24, value);
  return concat([(major << 5) | 25], writeUint(value, 2));
}

/** The two numbers of an ECDSA signature in DER, as devices send them. */
function writeDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const numbers = [raw.slice(0, 32), raw.slice(32)].map((number) => {
    const start = number.findIndex((byte) => byte !== 0);
    const plain = number.slice(start);
    const positive = (plain[0] ?? 0) > 0x7f ? concat([0], plain) : plain;
    return concat([0x02, positive.length], positive);
  });
  const body = concat(...numbers);
  return concat([0x30, body.length], body);
}
