/** The judgement of the fault suite: what counts as an answer that says no. */
import { expect, test } from "vitest";
import { saysNo } from "./worker/operations/faults/judge-answer.ts";

/** A page of the staff, whose frame and list have sentences about what could not be done. */
const writePage = (notice = "", job = "forget visits that were not stored") => `<!DOCTYPE html>
<html><head><title>It could not be read</title><script>const words = "try again";</script></head><body>
<main>${notice}<section><h2>Jobs</h2><p>Job <code>${job}</code></p><textarea>It cannot be</textarea></section></main>
<dialog><h2>Your changes could not be saved</h2><p>Request 17 was not sent. Try again.</p></dialog></body></html>`;

const page = writePage();
const judge = (text: string, location = "", known: readonly string[] = [page]) => saysNo({ text, location, known });

test("a page that says nothing new does not say no, whatever its frame has", () => {
  expect(judge(page)).toBe(false);
  expect(judge(page.replace("17", "18"))).toBe(false);
});

test("a notice of success does not say no, and one of a failure does", () => {
  expect(judge(writePage('<p role="status">The alerts are changed.</p>'))).toBe(false);
  expect(judge(writePage('<p role="alert"><span>It could <em>not</em> be stored just now.</span></p>'))).toBe(true);
});

test("a notice in the words of a dialog says no, because they are there once more", () => {
  expect(judge(writePage("<p>Your changes could not be saved</p>"))).toBe(true);
});

test("what the page says once all went well is no failure", () => {
  const done = writePage("<p>Found. This cannot be undone.</p>");
  expect(judge(done)).toBe(true);
  expect(judge(done, "", [page, done])).toBe(false);
});

test("texts that nobody reads or that were typed do not say no", () => {
  expect(
    judge(writePage("<!-- it went wrong --><style>/* try again */</style><textarea>It cannot be</textarea>")),
  ).toBe(false);
});

test("of an answer that is no page all counts, as does where it leads", () => {
  expect(judge('{"why":"It was changed meanwhile."}')).toBe(true);
  expect([judge('{"version":2}'), judge('{"outcome":"added","why":null}')]).toEqual([false, false]);
  const note = '{"note":"It cannot be found by that.","visits":[1]}';
  expect([judge(note), judge(note, "", [note.replace("1", "2")])]).toEqual([true, false]);
  expect([judge(""), judge("", "/account?saved=yes"), judge("", "/account?problem=try again")]).toEqual([
    false,
    false,
    true,
  ]);
});
