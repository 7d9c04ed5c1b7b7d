import { type EnquiryAnswers, enquiryFields } from "#app/shared/enquiry-fields.ts";
import type { FormProblem } from "#app/ui/form-summary.tsx";

/** A refused form: why, and the answers. */
export interface Refusal {
  status: number;
  title: string;
  problems: FormProblem[];
  /** Undefined when the page still shows them. */
  answers?: EnquiryAnswers | undefined;
  /** Seconds to wait, a whole number. */
  retryAfter?: number | undefined;
  /** Ticket for the next try: the one that was sent, or a new one if that has been used. */
  ticket?: string | undefined;
}

/** The refusal to show after an error of `readForm` or `receiveEnquiry`. */
export function buildRefusal(error: unknown, fields: Record<string, string>): Refusal {
  const answers = Object.fromEntries(enquiryFields.map((name) => [name, fields[name] ?? ""])) as EnquiryAnswers;
  if (isNamed(error, "UnsupportedBodyError")) {
    const message = "It came in a format that this page does not read. Use the form below, or write to us by e-mail.";
    return { status: 415, title: "This did not arrive", problems: [{ message }] };
  }
  if (isNamed(error, "BodyTooLargeError")) {
    const message = "The message is too long to be read. Shorten it, or write to us by e-mail.";
    return { status: 413, title: "This did not arrive", problems: [{ message }] };
  }
  // Errors are recognised by name: the classes exist only on the server, while this module runs on both sides.
  if (isNamed<{ fields: Record<string, string[]> }>(error, "InvalidInputError")) {
    const problems = enquiryFields.flatMap((field) =>
      (error.fields[field] ?? []).slice(0, 1).map((message) => ({ field, message })),
    );
    return { status: 422, title: countProblems(problems.length), problems, answers };
  }
  if (isNamed(error, "FormUsedError")) {
    const message =
      "From this form another message has arrived already. This one is not sent yet: press Send once more to send it too.";
    return { status: 409, title: "Your earlier message is with us", problems: [{ message }], answers };
  }
  if (isNamed<{ retryAfter: number }>(error, "TooManyAttemptsError")) {
    const message = "Many messages came from your network within a minute. Wait a minute, then send this one again.";
    return { status: 429, title: "Not sent yet", problems: [{ message }], answers, retryAfter: error.retryAfter };
  }
  if (isNamed<{ retryAfter: number }>(error, "UnavailableError")) {
    const message = "Our database did not take it just now. Your answers are still here: send them again in a moment.";
    return { status: 503, title: "Not stored yet", problems: [{ message }], answers, retryAfter: error.retryAfter };
  }
  throw error;
}

/** Title of the list of problems. */
function countProblems(count: number): string {
  if (count === 0) return "All put right: you can send it now";
  return count === 1 ? "One thing to put right before this can go" : `${count} things to put right before this can go`;
}

/** The title of a refusal after the fields `corrected` have been corrected. */
export function titleOfRefusal({ status, title, problems }: Refusal, corrected: readonly string[]): string {
  if (status !== 422) return title;
  return countProblems(problems.filter(({ field = "" }) => !corrected.includes(field)).length);
}

/** The refusal to show when no answer arrived. */
export function buildUnreachableRefusal(): Refusal {
  const message = "The site could not be reached. Your answers are still here: check your connection and send again.";
  return { status: 0, title: "Not sent yet", problems: [{ message }] };
}

function isNamed<Shape = object>(error: unknown, name: string): error is Error & Shape {
  return error instanceof Error && error.name === name;
}
