import { z } from "zod";
import { newAccountSchema } from "#shared/accounts/account-schemas.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import type { Role } from "#shared/permissions.ts";
import { type CheckedAnswer, type Claims, tellsAddress } from "./check-answer.ts";
import { CompanySignInError } from "./refuse.ts";
import { type Provider, sharedGoogleIssuer } from "./settings.ts";

/** Names of groups: a list of texts, or one text. */
const groupsSchema = z
  .union([z.array(z.unknown()), z.string().transform((name): unknown[] => [name])])
  .catch([])
  .transform((listed) => listed.filter((name) => typeof name === "string"));

/** What this site reads of a person who signed in at the provider. */
export interface Person {
  issuer: string;
  subject: string;
  /** Proven by the provider; lower case. */
  email: string;
  /** Whether OIDC_ALLOWED_DOMAINS names the address's domain. */
  isOfCompany: boolean;
  name: string | null;
  /** The roles of their groups; null when the provider could not list the groups. */
  roles: readonly Role[] | null;
  /** When they signed in at the provider, in epoch milliseconds; null where it does not say. */
  signedInAt: number | null;
}

/**
 * The person that a checked answer is about.
 * @throws {CompanySignInError} without a proven address, or with one that may not sign in here
 */
export function readPerson(provider: Provider, { idToken, userInfo }: CheckedAnswer): Person {
  // Address and proof come from the same place: a proof of one address says nothing of another.
  const source = tellsAddress(idToken) || !userInfo ? idToken : userInfo;
  const { data: email } = newAccountSchema.shape.email.safeParse(source["email"]);
  if (email === undefined) throw new CompanySignInError("unverified", "no e-mail address");
  if (!isProven(source)) throw new CompanySignInError("unverified", "the e-mail address is not verified");
  const isOfCompany = provider.domains.includes(email.slice(email.lastIndexOf("@") + 1));
  if (provider.domains.length > 0 && !isOfCompany) throw new CompanySignInError("stranger", "another domain");
  requireWorkspace(provider, idToken);
  const claims: Claims = { ...userInfo, ...idToken };
  const name = typeof claims["name"] === "string" ? cleanLine(claims["name"], 120) : "";
  const authTime = idToken["auth_time"];
  return {
    issuer: provider.issuer,
    subject: idToken.sub,
    email,
    isOfCompany,
    name: name === "" ? null : name,
    roles: readRoles(provider, claims),
    signedInAt: Number.isSafeInteger(authTime) && Number(authTime) > 0 ? Number(authTime) * 1000 : null,
  };
}

/** As Entra ID writes a truth. */
const provenByEntra: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);

/** Entra ID knows no `email_verified`; there `xms_edov` says that the address's domain is the company's. */
function isProven(claims: Claims): boolean {
  if (claims["email_verified"] !== undefined) return claims["email_verified"] === true;
  return provenByEntra.has(claims["xms_edov"]);
}

/** A private Google account may have a company's address too; `hd` says that the company runs the account. */
function requireWorkspace({ issuer, domains }: Provider, { hd }: Claims): void {
  if (issuer === sharedGoogleIssuer && !(typeof hd === "string" && domains.includes(hd.toLowerCase())))
    throw new CompanySignInError("stranger", "not an account of the company's workspace");
}

/**
 * No claim is no group: providers leave out an empty list. Entra ID leaves out a list that is too long, and says so by
 * another claim; then nobody knows. What is no text is no group's name: a list within the list gives nothing.
 */
function readRoles({ groupsClaim, roles }: Provider, claims: Claims): readonly Role[] | null {
  const listed = claims[groupsClaim];
  if (listed === undefined && (claims["hasgroups"] !== undefined || hasDistantClaim(claims, groupsClaim))) return null;
  const groups = new Set(groupsSchema.parse(listed));
  return [...new Set(roles.filter(({ group }) => groups.has(group)).map(({ role }) => role))];
}

function hasDistantClaim({ _claim_names: names }: Claims, name: string): boolean {
  return typeof names === "object" && names !== null && Object.hasOwn(names, name);
}
