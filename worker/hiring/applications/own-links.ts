import { sql } from "kysely";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";

const tokenShape = /^[\w-]{43}$/;

/** The hash by which a private link is stored; null for a token that cannot be one. */
export async function hashLink(token: string): Promise<string | null> {
  return tokenShape.test(token) ? hashText(token) : null;
}

/** SQL of the id of the application that the link with `hash` opens; null in SQL when it opens none. */
export function ownId(hash: string) {
  return sql<ApplicationId>`(select id from applications where link_hash = ${hash}
    union all select application_id from application_links where hash = ${hash} limit 1)`;
}

/**
 * A further private link to an application, for a mail: its token, and the query that stores its hash, which goes into the
 * batch that plans the mail. Links that were sent before go on working.
 */
export async function makeOwnLink(db: Db, id: ApplicationId) {
  const token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const query = db
    .insertInto("application_links")
    .columns(["hash", "application_id", "made_at"])
    .expression(
      db
        .selectFrom("applications")
        .select([sql.val(await hashText(token)).as("hash"), "id", sql.val(now()).as("made_at")])
        .where("id", "=", id),
    );
  return { token, query };
}
