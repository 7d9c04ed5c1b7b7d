/** What somebody may seek who means harm: syntax of the index, SQL, HTML, odd Unicode, and too much of everything. */
import fc from "fast-check";
import { xssVectors } from "../xss-vectors.ts";

export const hostileQuery = fc.oneof(
  fc.constantFrom(
    ...xssVectors,
    '"',
    "*",
    "^",
    "NEAR(a b)",
    "a AND",
    "OR OR",
    "title:x",
    "{a b}:c",
    "-",
    "a*b*",
    '"a" + "b',
    "'; drop table documents; --",
    "\u0000",
    "%",
    "\u202Ecloud",
    "ﷺ".repeat(90),
    "😀".repeat(120),
    "a ".repeat(5000),
    "x".repeat(100_000),
    "\uD800a",
  ),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(fc.constantFrom('"', "*", "(", ")", "AND", "NOT", "NEAR", ":", "cloud", "^", "-", " ", "\\", "'"), {
      maxLength: 30,
    })
    .map((parts) => parts.join("")),
);
