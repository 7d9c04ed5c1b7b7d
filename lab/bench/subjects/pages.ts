import { type BenchSubject, visitPage } from "../subject.ts";

/** Pages of copy: the same for everybody, and nothing of them is in the database. */
export const pages: BenchSubject = {
  name: "pages",
  routes: [
    visitPage("home", "/", 1.5),
    visitPage("service", "/cloud-engineering", 1.5),
    visitPage("industry", "/healthcare", 1.5),
  ],
};
