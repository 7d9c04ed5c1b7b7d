import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";

interface NewAddress {
  user: { id: UserId; email: string };
  newEmail: string;
}

/** Sends a link to the new address; the address changes once the link is used. */
export async function startEmailChange(_db: Db, _address: NewAddress, _scope: RequestScope): Promise<void> {
  throw new UnavailableError();
}
