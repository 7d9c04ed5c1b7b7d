/** The company's own identity provider, as the variables OIDC_… name it. */
import { sql } from "kysely";
import { z } from "zod";
import { toAsciiDomain } from "#shared/text/email-address.ts";
import { isRole, type Role } from "#shared/permissions.ts";
import type { Db } from "#worker/db/client.ts";
import { LocalAccountsForbiddenError } from "#worker/lib/errors.ts";
import { isLocalName } from "#worker/lib/local-site.ts";

export interface Provider {
  /** Exactly as the provider writes it in its tokens. */
  issuer: string;
  clientId: string;
  /** Null for a client without a secret; PKCE protects the code in either case. */
  clientSecret: string | null;
  /** What people call it: "Continue with …". */
  name: string;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  roles: readonly GroupRole[];
  /** In lower case; empty: every address that the provider vouches for. */
  domains: readonly string[];
}

interface GroupRole {
  group: string;
  role: Role;
}

/** The variables that say so; scripts read them from wrangler.toml. */
export type ProviderVariables = Pick<
  Cloudflare.Env,
  | "OIDC_ISSUER"
  | "OIDC_CLIENT_ID"
  | "OIDC_CLIENT_SECRET"
  | "OIDC_NAME"
  | "OIDC_GROUPS_CLAIM"
  | "OIDC_ROLES"
  | "OIDC_ALLOWED_DOMAINS"
  | "OIDC_ONLY"
>;

/** All companies and all private accounts share this issuer, so that it alone says nothing. */
export const sharedGoogleIssuer = "https://accounts.google.com";

/** The configured provider; null when there is none, or when a variable is wrong (`listProviderMistakes`). */
export function readProvider(env: ProviderVariables): Provider | null {
  if (!env.OIDC_ISSUER || listProviderMistakes(env).length > 0) return null;
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID ?? "",
    clientSecret: env.OIDC_CLIENT_SECRET || null,
    name: env.OIDC_NAME?.trim() || "your company account",
    groupsClaim: env.OIDC_GROUPS_CLAIM || "groups",
    roles: parseGroupRoles(env.OIDC_ROLES ?? "").roles,
    domains: listDomains(env),
  };
}

/** What is wrong with the variables, one sentence each, without their values. */
export function listProviderMistakes(env: ProviderVariables): string[] {
  if (!env.OIDC_ISSUER) return env.OIDC_ONLY === "on" ? ["OIDC_ONLY is on, and OIDC_ISSUER is empty"] : [];
  return [
    ...(isSafeAddress(env.OIDC_ISSUER) ? [] : ["OIDC_ISSUER is not an https:// address"]),
    ...(env.OIDC_CLIENT_ID ? [] : ["OIDC_CLIENT_ID is missing"]),
    ...(env.OIDC_ISSUER === sharedGoogleIssuer && listDomains(env).length === 0
      ? ["OIDC_ALLOWED_DOMAINS is missing: everybody in the world may have an account at this issuer"]
      : []),
    ...parseGroupRoles(env.OIDC_ROLES ?? "").mistakes,
  ];
}

/** True for https, and for http on this machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLocalName(url.hostname)));
}

/** Whether only the provider signs anybody in. A mistake in its settings does not change that. */
export function isProviderOnly({ OIDC_ONLY }: Pick<ProviderVariables, "OIDC_ONLY">): boolean {
  return OIDC_ONLY === "on";
}

/**
 * For everything that makes, opens or restores an account of this site's own: passwords, sign-up, resets.
 * @throws {LocalAccountsForbiddenError} while OIDC_ONLY is on
 */
export function requireLocalAccounts(env: ProviderVariables): void {
  if (isProviderOnly(env)) throw new LocalAccountsForbiddenError(env.OIDC_NAME?.trim() || "your company account");
}

/** A row when the settings have a mistake: for the health check. */
export function selectProviderTrouble(db: Db, env: ProviderVariables) {
  return listProviderMistakes(env).length === 0 ? null : db.selectNoFrom(sql.lit(1).as("trouble"));
}

function listDomains({ OIDC_ALLOWED_DOMAINS = "" }: ProviderVariables): string[] {
  return OIDC_ALLOWED_DOMAINS.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((domain) => toAsciiDomain(domain) ?? domain);
}

/** JSON `{"group": "role"}` with a role or a list of them, or lines of `group = role`. */
function parseGroupRoles(text: string): { roles: GroupRole[]; mistakes: string[] } {
  const pairs = text.trim().startsWith("{") ? readJson(text) : readLines(text);
  if (pairs === null) return { roles: [], mistakes: ["OIDC_ROLES is neither JSON nor lines of group = role"] };
  const roles = pairs.flatMap(([group, role]) => (isRole(role) ? [{ group, role }] : []));
  return { roles, mistakes: roles.length < pairs.length ? ["OIDC_ROLES names a role that does not exist"] : [] };
}

const rolesSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

function readJson(text: string): [group: string, role: string][] | null {
  try {
    return Object.entries(rolesSchema.parse(JSON.parse(text))).flatMap(([group, roles]) =>
      [roles].flat().map((role): [string, string] => [group, role]),
    );
  } catch {
    return null;
  }
}

/** A group may hold "=" itself, as names in a directory do; a role never does. */
function readLines(text: string): [group: string, role: string][] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const pairs = lines.map((line): [string, string] => {
    const at = line.lastIndexOf("=");
    return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
  });
  return pairs.every(([group]) => group !== "") ? pairs : null;
}
