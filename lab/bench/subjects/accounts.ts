import type { Ask } from "../ask.ts";
import { type BenchSubject, visitPage } from "../subject.ts";
import { origin } from "../workerd.ts";

/** A sign-in with a right password. */
export function signIn(email = "marketing@demo.example"): Ask {
  return {
    method: "POST",
    path: "/api/auth/sign-in",
    headers: { Origin: origin, "Content-Type": "application/json", "CF-Connecting-IP": "10.255.0.1" },
    body: JSON.stringify({ email, password: "demo-only-password" }),
  };
}

export const accounts: BenchSubject = {
  name: "accounts",
  routes: [
    visitPage("session without a cookie", "/api/auth/session", 1.5),
    { name: "sign-in page", ask: () => ({ path: "/auth" }) },
    // Most of it is the hash of the password, which is dear on purpose.
    { name: "sign-in, sent", ask: () => signIn() },
  ],
};
