import type { APIRequestContext } from "playwright/test";
import { askForAccount } from "../fixtures.ts";

interface NewAccount {
  email: string;
  password: string;
}

/** Makes an account without a role whose address is confirmed. recovery.spec.ts makes one as people do. */
export function makeAccount(request: APIRequestContext, { email, password }: NewAccount): Promise<void> {
  return askForAccount(request, { path: "/accounts", email, password });
}

/** Signs such an account in; the page or context that owns `request` has the cookies afterwards. */
export function enter(request: APIRequestContext, { email }: Omit<NewAccount, "password">): Promise<void> {
  return askForAccount(request, { path: "/sessions", email });
}
