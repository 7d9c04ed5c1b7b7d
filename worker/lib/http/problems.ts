/** Problem details (RFC 9457): the one shape of every failure that is answered without a page. */
import type { RefusalReason } from "#shared/pages/refusal.ts";
import { lookUpError, type RefusalStatus, statusTitles } from "./refusals.ts";

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
  /** What a program can do something about: see shared/pages/refusal.ts. */
  reason?: RefusalReason;
}

interface ProblemFacts {
  requestId?: string | undefined;
  detail?: string | undefined;
}

/** What a program gets of an error. One without a name of ours is a 500 that tells nothing. */
export function buildProblem(error: unknown, requestId: string): Problem {
  const { status, message, fields, retryAfter, reason } = lookUpError(error);
  return {
    ...makeProblem(status, { requestId, detail: message || undefined }),
    ...(Object.keys(fields).length > 0 && { errors: fields }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(reason && { reason }),
  };
}

/** A problem of a status, with its title. */
export function makeProblem(status: RefusalStatus, { requestId, detail }: ProblemFacts = {}): Problem {
  return {
    type: "about:blank",
    title: statusTitles[status],
    status,
    ...(detail !== undefined && { detail }),
    ...(requestId !== undefined && { instance: `urn:uuid:${requestId}` }),
  };
}

/** The response that carries a problem; never cached. */
export function answerProblem(problem: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      // RFC 9110 15.5.2. A scheme that browsers do not ask their user about.
      ...(problem.status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
      ...(problem.retry_after === undefined ? {} : { "Retry-After": String(problem.retry_after) }),
      ...headers,
    },
  });
}
