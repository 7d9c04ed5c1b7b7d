/** Problem details (RFC 9457): the one shape of every failure the API answers with. */
import { HTTPException } from "hono/http-exception";
import * as errors from "../lib/errors.ts";

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  /** `urn:uuid:` and the request id, as in the logs. */
  instance?: string;
  /** What is wrong, by field of the request. */
  errors?: Record<string, string[]>;
  /** Whole seconds; also sent as Retry-After. */
  retry_after?: number;
}

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  413: "Content too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Something went wrong",
  503: "Service unavailable",
};

type ErrorClass = abstract new (...args: never[]) => Error;

const statuses: [ErrorClass, number][] = [
  [errors.InvalidInputError, 400],
  [errors.UnreadableBodyError, 400],
  [errors.WrongCredentialsError, 401],
  [errors.NotSignedInError, 401],
  [errors.ProofMissingError, 401],
  [errors.NotAllowedError, 403],
  [errors.NotFoundError, 404],
  [errors.ConflictError, 409],
  [errors.BodyTooLargeError, 413],
  [errors.UnsupportedBodyError, 415],
  [errors.TooManyAttemptsError, 429],
  [errors.UnavailableError, 503],
];

/** The problem document for an error. An error that is not one of ours is a 500 without details. */
export function describeProblem(error: unknown, requestId: string): Problem {
  const status = findStatus(error);
  const known = status !== 500 && error instanceof Error && error.message !== "";
  return {
    ...makeProblem(status, requestId),
    ...(known ? { detail: error.message } : {}),
    ...(error instanceof errors.InvalidInputError ? { errors: error.fields } : {}),
    ...(error instanceof errors.TooManyAttemptsError || error instanceof errors.UnavailableError
      ? { retry_after: error.retryAfter }
      : {}),
  };
}

/** A problem that needs no words beyond its status. */
export function makeProblem(status: number, requestId: string): Problem {
  return {
    type: "about:blank",
    title: titles[status] ?? "Request failed",
    status,
    instance: `urn:uuid:${requestId}`,
  };
}

/** The response that carries a problem; never cached. */
export function answerProblem(problem: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      // Required by RFC 9110 §15.5.2. Browsers do not show a password prompt for this scheme.
      ...(problem.status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
      ...(problem.retry_after === undefined ? {} : { "Retry-After": String(problem.retry_after) }),
      ...headers,
    },
  });
}

function findStatus(error: unknown): number {
  if (error instanceof HTTPException) return error.status;
  return statuses.find(([kind]) => error instanceof kind)?.[1] ?? 500;
}
