import { ifAuthSecret } from "./plan-rollback.ts";

/** What each part of the API asks of a token, as its page at Cloudflare names the right. */
const rights: readonly (readonly [RegExp, string])[] = [
  [/\/d1\//, "D1: Edit"],
  [/\/queues/, "Queues: Edit"],
  [/\/r2\//, "Workers R2 Storage: Edit"],
  [/\/workers\/(domains|scripts\/[^/]+\/domains)|\/zones/, "Workers Routes: Edit, for the zone"],
  [/\/workers\//, "Workers Scripts: Edit"],
  [/\/email\//, "Email Routing Addresses: Read, and Email Sending: Read"],
  [/\/memberships|\/user/, "Account Settings: Read"],
];

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /code: 10027\b/,
    "The Worker is larger than the plan takes: 3 MB compressed on the free plan, 10 MB on Workers Paid (docs/going-live.md, step 1).",
  ],
  [
    /code: 100328\b|CPU limits are not supported/i,
    "The free plan takes no such limits of CPU time: the site needs Workers Paid (docs/going-live.md, step 1).",
  ],
  [
    /code: 10021\b[^]*startup|startup[^]*code: 10021\b/i,
    "The Worker takes too long to start: move work out of the modules into the functions that need it.",
  ],
  [
    /code: 10072\b|cron triggers? limit|exceeded the limit of[^]*(cron|schedule)/i,
    "The account has no schedule left: the free plan has five for all Workers (docs/going-live.md, step 1).",
  ],
  [
    /(code: |\()10220\b/,
    `Secrets have changed since that version was made, and it would run with those of before. ${ifAuthSecret} Mending forward is safer: revert the commit and deploy. npm run rollback -- --anyway goes back all the same.`,
  ],
  [/The following required secrets/, "Run npm run provision, which draws the secret; the deployment uploads it."],
  [
    /Queue "[^"]*" does not exist|bucket[^]*does not exist|could not be found/i,
    "Something of the account is missing: npm run provision makes it.",
  ],
  [
    /fetch failed|cannot be reached|ECONNREFUSED|ENOTFOUND|Internal error|malformed response|answered 5\d\d/,
    "Cloudflare did not answer as it should: https://www.cloudflarestatus.com says whether it knows. Repeat the command later.",
  ],
];

/**
 * What stands behind a refusal of Cloudflare and what to do, in a sentence; null where its own words are all there is.
 * `said`: what wrangler printed, or the message of a CloudflareError.
 */
export function explainRefusal(said: string): string | null {
  if (/(code: |\()(10000|9109|10001)\b/.test(said) && !/Internal error/.test(said)) {
    const path = /API \((\/\S+?)\) failed|(?:GET|POST|PUT|PATCH|DELETE) (\/\S+?)\.? /.exec(said);
    const asked = path?.[1] ?? path?.[2] ?? "";
    const right = rights.find(([part]) => part.test(asked))?.[1];
    return right
      ? `The sign-in lacks a right: ${right}. Add it to the token, or sign in anew with npx wrangler login.`
      : "The sign-in is not valid, or may not do this: sign in anew with npx wrangler login, or make another token.";
  }
  return reasons.find(([words]) => words.test(said))?.[1] ?? null;
}
