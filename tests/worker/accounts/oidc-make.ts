/** A company's identity provider made by hand, so that a test can bend each part of its answers. */
import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { companySignInApi } from "#worker/api/company-sign-in.ts";
import { callParts } from "../ask-parts.ts";
import { readSetCookies } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";

const call = callParts(companySignInApi);

export const db = openDb(env.DB);

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

interface Signing {
  kid: string;
  keys: Keys;
}

async function makeSigning(kid: string): Promise<Signing> {
  return { kid, keys: await generateKeyPair("ES256", { extractable: true }) };
}

const first = await makeSigning("first");
const second = await makeSigning("second");

/** What the person's ID token says, beyond what the protocol needs. */
export const person = {
  sub: "subject-1",
  email: "mara@acme.example",
  email_verified: true,
  name: "Mara Lind",
  groups: ["staff"],
};

export interface Bend {
  /** Claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Makes the ID token from its claims. */
  sign?: (claims: JWTPayload, provider: TestProvider) => Promise<string>;
  /** Parameters of the answer; undefined removes one. */
  answer?: Record<string, string | undefined>;
  /** Parameters of the start. */
  start?: Record<string, string>;
  cookie?: string;
  /** The `Cookie` of the session that the sign-in is started in. */
  session?: string;
  env?: Partial<Env>;
  headers?: Record<string, string>;
}

export type TestProvider = Awaited<ReturnType<typeof makeProvider>>;

let count = 0;

/** A provider that answers `fetch`, with an issuer of its own: an isolate remembers what it read of one. */
export async function makeProvider(settings: Partial<Env> = {}) {
  count += 1;
  const issuer = settings.OIDC_ISSUER ?? `https://id-${count}.acme.example`;
  const codes = new Map<string, { challenge: string; idToken: string; accessToken: string }>();
  const provider = {
    issuer,
    first,
    second,
    /** The key that signs, and the keys that are published. */
    signing: first,
    published: [first] as Signing[],
    metadata: {} as Record<string, unknown>,
    userInfo: { sub: person.sub } as Record<string, unknown>,
    /** The paths that were asked for. */
    asked: [] as string[],
    /** Answers in place of the provider. */
    instead: null as ((url: URL) => Response | Promise<Response> | null) | null,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "website",
      OIDC_CLIENT_SECRET: "a client secret: with / signs",
      OIDC_NAME: "Acme ID",
      OIDC_ROLES: "staff = HR\nwriters = marketing_admin\nowners = super_admin",
      OIDC_ALLOWED_DOMAINS: "acme.example",
      ...settings,
    },
    hold(code: string, held: { challenge: string; idToken: string; accessToken: string }) {
      codes.set(code, held);
    },
  };
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input);
    provider.asked.push(url.pathname);
    return (await provider.instead?.(url)) ?? answer(provider, url, init, codes);
  });
  return provider;
}

async function answer(
  provider: TestProvider,
  url: URL,
  init: RequestInit,
  codes: Map<string, { challenge: string; idToken: string; accessToken: string }>,
): Promise<Response> {
  const { issuer } = provider;
  const headers = new Headers(init.headers);
  if (url.pathname.endsWith("/.well-known/openid-configuration"))
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/me`,
      authorization_response_iss_parameter_supported: true,
      // As careless as can be: what this site takes must not rest on it.
      id_token_signing_alg_values_supported: ["ES256", "RS256", "HS256", "none"],
      ...provider.metadata,
    });
  if (url.pathname === "/keys")
    return Response.json({
      keys: await Promise.all(
        provider.published.map(async ({ kid, keys }) => ({ ...(await exportJWK(keys.publicKey)), kid, use: "sig" })),
      ),
    });
  if (url.pathname === "/me")
    return headers.get("Authorization")?.startsWith("Bearer ")
      ? Response.json(provider.userInfo)
      : new Response(null, { status: 401 });
  const fields = new URLSearchParams(String(init.body));
  const held = codes.get(fields.get("code") ?? "");
  codes.delete(fields.get("code") ?? "");
  const isClient = headers.get("Authorization")?.startsWith("Basic ");
  const isOurs = fields.get("redirect_uri") === `${siteOrigin}/api/auth/oidc/callback`;
  if (!held || !isClient || !isOurs || held.challenge !== (await hash(fields.get("code_verifier") ?? "")))
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  return Response.json({
    access_token: held.accessToken,
    token_type: "Bearer",
    expires_in: 60,
    id_token: held.idToken,
  });
}

export async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("base64url");
}

/** Starts a sign-in as a browser does; with the `Cookie` of a session, by who is signed in. */
export async function start(
  provider: TestProvider,
  query: Record<string, string> = {},
  { env: overrides = {}, Cookie }: { env?: Partial<Env> | undefined; Cookie?: string | undefined } = {},
) {
  const response = await call(`/api/auth/oidc/start?${new URLSearchParams(query)}`, {
    env: { ...provider.env, ...overrides },
    ...(Cookie !== undefined && { headers: { Cookie } }),
  });
  const location = new URL(response.headers.get("Location") ?? "", siteOrigin);
  const [cookie = ""] = (readSetCookies(response)["__Host-company"] ?? "").split(";");
  return { response, location, query: location.searchParams, cookie };
}

/** The person signs in at the provider: the address that it sends the browser back to. */
export async function authorize(provider: TestProvider, query: URLSearchParams, bend: Bend = {}): Promise<string> {
  const at = Math.floor(Date.now() / 1000);
  const claims = {
    iss: provider.issuer,
    aud: "website",
    nonce: query.get("nonce"),
    iat: at,
    exp: at + 300,
    ...person,
    ...bend.claims,
  } as JWTPayload;
  const idToken = await (bend.sign ?? signWell)(claims, provider, bend.header);
  const code = crypto.randomUUID();
  provider.hold(code, { challenge: query.get("code_challenge") ?? "", idToken, accessToken: `access ${code}` });
  const parameters = { code, state: query.get("state"), iss: provider.issuer, ...bend.answer };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return `/api/auth/oidc/callback?${new URLSearchParams(given)}`;
}

function signWell(claims: JWTPayload, { signing }: TestProvider, header: Record<string, unknown> = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: signing.kid, ...header })
    .sign(signing.keys.privateKey);
}

/** A whole sign-in: to the provider and back. */
export async function signInByCompany(provider: TestProvider, bend: Bend = {}) {
  const started = await start(provider, bend.start, { env: bend.env, Cookie: bend.session });
  const path = await authorize(provider, started.query, bend);
  const cookie = bend.cookie ?? `__Host-company=${started.cookie}`;
  const comeBack = () =>
    call(path, { env: { ...provider.env, ...bend.env }, headers: { Cookie: cookie, ...bend.headers } });
  const response = await comeBack();
  return { response, comeBack, ...readOutcome(response) };
}

/** Where an answer leads, and the code of a refusal. */
export function readOutcome(response: Response) {
  const location = new URL(response.headers.get("Location") ?? "", siteOrigin);
  return { to: location.pathname, code: location.searchParams.get("company") };
}

/** How many refusals are recorded. */
async function countRefusals(): Promise<number> {
  const rows = db.selectFrom("audit_log").select("id").where("action", "like", "session.%refused");
  return (await rows.execute()).length;
}

/** How many rows there are that a refused sign-in must not make. */
export async function countMade() {
  const count = async (table: "accounts" | "sessions" | "account_identities" | "account_roles" | "audit_log") => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    users: await count("accounts"),
    sessions: await count("sessions"),
    identities: await count("account_identities"),
    roles: await count("account_roles"),
    entries: (await count("audit_log")) - (await countRefusals()),
  };
}

export const nothing = { users: 0, sessions: 0, identities: 0, roles: 0, entries: 0 };
