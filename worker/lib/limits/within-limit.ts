import { createLogger } from "../log.ts";

/**
 * Counts one request under `key`: false past the limit. A limiter that does not answer lets everybody in: what it spares is
 * bounded elsewhere too, and a form that is refused for it would be lost.
 */
export async function isWithinLimit(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch (error) {
    createLogger("none").error("request not counted", error);
    return true;
  }
}
