/** What a page knows of the addresses of the site: each is asked about once, and again after an error. */
import { expect, test } from "vitest";
import { openAddressBook } from "#app/staff/insights/addresses/address-book.ts";
import { mostAddresses } from "#app/staff/insights/addresses/ask-addresses.ts";

interface Question {
  addresses: readonly string[];
  answer: (lacks?: Record<string, "page" | "section">) => Promise<void>;
  fail: () => Promise<void>;
  wait: () => void;
  signal: AbortSignal;
}

/** A book whose questions are answered by the test. */
function open() {
  const questions: Question[] = [];
  const book = openAddressBook(
    (addresses, { signal, wait }) =>
      new Promise((resolve, reject) => {
        // What follows from an answer has happened a few turns later.
        const settle = async () => {
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        questions.push({
          addresses,
          signal,
          wait,
          answer: (lacks = {}) => (resolve({ lacks }), settle()),
          fail: () => (reject(new Error("busy")), settle()),
        });
      }),
  );
  const last = () => questions.at(-1) as Question;
  const read = () => ({ phase: book.read().phase, answers: Object.fromEntries(book.read().answers) });
  return { book, questions, last, read };
}

test("each address is asked about once, and what it lacks is remembered", async () => {
  const { book, questions, last, read } = open();
  book.lookUp(["/a", "/b", "/a"]);
  expect(read()).toEqual({ phase: "asking", answers: {} });
  await last().answer({ "/b": "page" });
  expect(read()).toEqual({ phase: "known", answers: { "/a": "nothing", "/b": "page" } });
  book.lookUp(["/b", "/a"]);
  book.lookUp(["/c", "/a"]);
  await last().answer();
  expect(questions.map(({ addresses }) => addresses)).toEqual([["/a", "/b"], ["/c"]]);
});

test("what is looked up while a question is under way is asked after it", async () => {
  const { book, questions, last, read } = open();
  book.lookUp(["/a"]);
  book.lookUp(["/a", "/b"]);
  book.lookUp(["/c", "/a"]);
  expect(questions).toHaveLength(1);
  await last().answer();
  expect(last().addresses).toEqual(["/c"]);
  await last().answer({ "/c": "section" });
  expect(read()).toEqual({ phase: "known", answers: { "/a": "nothing", "/c": "section" } });
});

test("after an error the next look asks again; the network is waited for", async () => {
  const { book, questions, last, read } = open();
  book.lookUp(["/a"]);
  last().wait();
  expect(read().phase).toBe("waiting");
  await last().fail();
  expect(read()).toEqual({ phase: "failed", answers: {} });
  book.lookUp(["/a"]);
  expect(read().phase).toBe("asking");
  await last().answer();
  expect(read()).toEqual({ phase: "known", answers: { "/a": "nothing" } });
  expect(questions).toHaveLength(2);
});

test("what was missing is asked again when the writer comes back, and counts until there is another answer", async () => {
  const { book, questions, last, read } = open();
  book.lookUp(["/a", "/b"]);
  await last().answer({ "/b": "page" });
  book.refresh();
  expect(last().addresses).toEqual(["/b"]);
  expect(read()).toEqual({ phase: "known", answers: { "/a": "nothing", "/b": "page" } });
  await last().answer();
  expect(read().answers).toEqual({ "/a": "nothing", "/b": "nothing" });
  book.refresh();
  expect(questions).toHaveLength(2);
});

test("many addresses are asked about in parts, and nothing is heard after the page has gone", async () => {
  const { book, questions, last, read } = open();
  book.lookUp(Array.from({ length: mostAddresses + 1 }, (_, at) => `/${at}`));
  await last().answer();
  expect(questions.map(({ addresses }) => addresses.length)).toEqual([mostAddresses, 1]);
  book.close();
  expect(last().signal.aborted).toBe(true);
  await last().answer();
  expect(Object.keys(read().answers)).toHaveLength(mostAddresses);
  book.lookUp([`/${mostAddresses}`]);
  expect(questions).toHaveLength(3);
});

test("a listener that looks up at the very end of a question is heard", async () => {
  const { book, last, read } = open();
  let isAsked = false;
  book.subscribe(() => {
    if (isAsked || book.read().phase !== "known") return;
    isAsked = true;
    book.lookUp(["/b"]);
  });
  book.lookUp(["/a"]);
  await last().answer();
  await last().answer();
  expect(read().answers).toEqual({ "/a": "nothing", "/b": "nothing" });
});
