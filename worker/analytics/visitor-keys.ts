import { listSecrets } from "#worker/lib/former-secret.ts";
import { hashText, toUuid } from "#worker/lib/text/hash-text.ts";
import { macText } from "#worker/lib/secrets.ts";
import type { AcceptedMessage } from "./messages.ts";
import { startOfDay } from "./network.ts";
import { hashToNumber } from "./visit-key.ts";
import type { IdentifiedPart } from "./visit-rows.ts";
import type { KeyedRecord, ReceivedPart } from "./visits-of-records.ts";

/** Under what a visitor is stored, and under which hashes their number would have been erased. */
export interface VisitorKeys {
  /** 63 bits of the SHA-256 of the number, in decimals. */
  visitor: string;
  visitor_hash: string;
  former_hash: string | null;
}

async function keyVisitor(env: Env, visitorId: string): Promise<VisitorKeys> {
  const [, former] = listSecrets(env);
  return {
    visitor: await hashToNumber(visitorId),
    visitor_hash: await hashErased(env.AUTH_SECRET, visitorId),
    // A number that was erased before AUTH_SECRET was replaced has its tombstone under the former one.
    former_hash: former === undefined ? null : await hashErased(former, visitorId),
  };
}

/**
 * The hash under which an erased number is stored, so that a person who knows a number cannot tell from the table whether
 * it was erased.
 */
export async function hashErased(secret: string, visitorId: string): Promise<string> {
  return hashText(await macText(secret, "erased visitor", visitorId));
}

/** A record with the keys of its visitor. */
export async function identifyRecord(env: Env, message: AcceptedMessage): Promise<KeyedRecord> {
  return { ...message, keys: await keyVisitor(env, message.visitor.visitor_id) };
}

/** A part of a visit with the keys of its visitor, and those under which it is counted where it is dropped. */
export async function identifyPart(env: Env, part: ReceivedPart): Promise<IdentifiedPart> {
  const { visitor_id, received_at, started_at, visit_no, network, facts, events, left, isMeasured } = part;
  const dropId = async (...about: (string | number)[]) =>
    toUuid(await hashText(JSON.stringify([...about, started_at, visit_no])));
  const day = startOfDay(received_at);
  return {
    ...(await keyVisitor(env, visitor_id)),
    started_at,
    visit_no,
    received_at,
    network,
    facts,
    events,
    left,
    is_measured: isMeasured ? 1 : 0,
    day,
    excess_id: await dropId("excess", day),
    automated_id: await dropId("automated"),
  };
}
