import type { BenchSubject } from "../subject.ts";

/** What somebody who is signed in works with. */
export const staff: BenchSubject = {
  name: "staff",
  routes: [
    { name: "inbox", ask: ({ cookies }) => ({ path: "/marketing-admin/inbox", headers: { Cookie: cookies } }) },
    {
      name: "session of a cookie",
      ask: ({ cookies }) => ({ path: "/api/auth/session", headers: { Cookie: cookies } }),
    },
  ],
};
