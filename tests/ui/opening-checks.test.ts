import { expect, test } from "vitest";
import { findOpeningProblems } from "#shared/hiring/opening-checks.ts";

function findPictures(markdown: string) {
  const problems = findOpeningProblems(
    {
      slug: "welder",
      requisitionId: "R-1",
      title: "Welder",
      department: "Works",
      summary: "Weld ships.",
      markdown,
      workplace: "remote",
      pay: { min: 30_000, max: 40_000, currency: "EUR" },
      places: [],
      remoteCountries: ["DE"],
      closesAt: null,
      questions: [],
    },
    { now: null },
  );
  return problems.filter(({ text }) => text === "A job's text shows no pictures.").map(({ place }) => place.line);
}

test("a picture in the text of a job is named with its line, and other brackets are none", () => {
  expect(findPictures("Text\n![1] and ![A ship](/ship.png)")).toEqual([2]);
  expect(findPictures("![](/ship.png)")).toEqual([1]);
  for (const text of ["Join us ![1] and read [this](/x)", "Join us ![ and (so on)", "Wow![a", "[a](/b)!"])
    expect(findPictures(text)).toEqual([]);
});
