import { useRef, useState } from "react";
import type { Plan, PlannedPost } from "./flow/plan.ts";
import { isTaken, placeSlug, refuseSlug } from "./flow/place-slug.ts";

/** A plan whose posts can be given other addresses, each checked before it counts. */
export function useSlugs(made: Plan) {
  const [plan, setPlan] = useState(made);
  const newest = useRef(made);
  /** Why the address that was chosen last cannot be had, as long as that is being asked. */
  const pending = useRef<Promise<string | null> | null>(null);

  async function place(post: PlannedPost, slug: string): Promise<string | null> {
    const why = refuseSlug(newest.current, post, slug);
    if (why !== null) return why;
    const asking = { signal: undefined, wait: () => {} };
    try {
      if (await isTaken(newest.current, slug, asking)) return "Another article has this address, or had it.";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    newest.current = placeSlug(newest.current, post, slug);
    setPlan(newest.current);
    return null;
  }

  function choose(post: PlannedPost, slug: string): Promise<string | null> {
    const check = place(post, slug);
    pending.current = check;
    void check.then(() => {
      if (pending.current === check) pending.current = null;
    });
    return check;
  }

  return {
    plan,
    choose,
    latest: () => newest.current,
    /** Waits for an address that is being checked; false when it cannot be had, as its field says then. */
    checked: async () => ((await pending.current) ?? null) === null,
  };
}
