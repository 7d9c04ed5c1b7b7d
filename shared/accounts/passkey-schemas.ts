import { z } from "zod";

/** Characters of base64url in one part of an answer: a public key of RSA and its certificate fit. */
const part = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\w-]+$/, "This is not base64url.");
const id = part.max(1400);

/** What a browser answers when a passkey was used, in the JSON form of WebAuthn. */
export const assertionSchema = z.object({
  id,
  rawId: id,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.max(128).exactOptional(),
  }),
});

/** What a browser answers when a passkey was made. */
export const attestationSchema = z.object({
  id,
  rawId: id,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
});

export type Assertion = z.output<typeof assertionSchema>;
export type Attestation = z.output<typeof attestationSchema>;

/** What its owner calls a passkey or an app. */
export const factorName = z
  .string("Give it a name.")
  .trim()
  .min(1, "Give it a name.")
  .max(80, "A name has at most 80 characters.");
