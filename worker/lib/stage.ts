/**
 * True for the deployment that colleagues alone see (`[env.staging]` in wrangler.toml): no search engine lists it. Branches that are
 * previewed are versions of it.
 */
export function isStaging({ SITE_STAGE }: Pick<Env, "SITE_STAGE">): boolean {
  return SITE_STAGE === "staging";
}

/** The name that a subject has for a queue of this deployment: staging has queues of its own, named `…-staging-…`. */
export function nameQueue(queue: string, env: Pick<Env, "SITE_STAGE">): string {
  return isStaging(env) ? queue.replace("-staging-", "-") : queue;
}
