/** Which tests failed and why, from the reports of Vitest and Playwright. */

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    ok: boolean;
    file: string;
    line: number;
    title: string;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** One text per failed test: where it is, what it is called and what it says. */
export function listFailedUnitTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded has no tests.
    if (tests.length === 0) return message ? [describeFailure(name, message)] : [];
    return tests.map((test) => describeFailure(`${name} › ${test.fullName}`, test.failureMessages?.join("\n")));
  });
}

/** One text per failed test: where it is, what it is called and what it says. */
export function listFailedBrowserTests({ suites, errors }: PlaywrightReport): string[] {
  const specs = suites.flatMap(listSpecs).filter(({ ok }) => !ok);
  return [
    ...errors.map(({ message }) => describeFailure("outside of tests", message)),
    ...specs.map(({ file, line, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
      return describeFailure(`${file}:${line} › ${title}`, messages.join("\n"));
    }),
  ];
}

function listSpecs({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** The first lines of what a test says, without colours. */
function describeFailure(place: string, message = ""): string {
  // eslint-disable-next-line no-control-regex -- colours of a terminal begin with a control character
  const lines = message.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  return [place, ...lines.filter((line) => line.trim() !== "").slice(0, 15)].join("\n    ");
}
