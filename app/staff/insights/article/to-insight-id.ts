import { data } from "react-router";
import type { InsightId } from "#worker/db/insights-tables.ts";

/** The id in an address. Throws 404 for what is none. */
export function toInsightId(text: string): InsightId {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw data(null, { status: 404, statusText: "Not Found" });
  return text as InsightId;
}
