// Bundle: site
/** Which roles have which permission. No other file names a role. */

export const roles = ["super_admin", "marketing_admin", "talent_admin", "HR"] as const;

export type Role = (typeof roles)[number];

/** Holds every permission. Some rules are about this role itself: there is always an account that has it. */
export const superAdmin = "super_admin" satisfies Role;

const allowed = {
  "marketing.hub": ["marketing_admin"],
  "talent.hub": ["talent_admin", "HR"],
  "accounts.read": ["marketing_admin", "talent_admin"],
  "accounts.invite": ["marketing_admin", "talent_admin"],
  "accounts.change": ["marketing_admin", "talent_admin"],
  "accounts.remove": [],
  "accounts.export": [],
  "audit.read": [],
  "enquiries.read": ["marketing_admin"],
  "enquiries.change": ["marketing_admin"],
  "enquiries.erase": ["marketing_admin"],
  "enquiries.export": ["marketing_admin"],
  "insights.edit": ["marketing_admin"],
  "openings.edit": ["talent_admin", "HR", "marketing_admin"],
  "applications.read": ["HR"],
  "applications.change": ["HR"],
  "analytics.read": ["marketing_admin"],
  "analytics.change": ["marketing_admin"],
  "search.manage": ["marketing_admin"],
  "failed-messages.handle": ["marketing_admin"],
  "privacy.erase": [],
  "privacy.hold": [],
  "operations.manage": [],
  // The links in the public header, which the specification shows to fewer roles than may open the pages behind them.
  "header.marketing": ["marketing_admin"],
  "header.talent": ["talent_admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof allowed;

/** True when one of the roles `held` has `permission`. */
export function may(held: readonly Role[], permission: Permission): boolean {
  return listRolesWith(permission).some((role) => held.includes(role));
}

/** The roles that have `permission`. */
export function listRolesWith(permission: Permission): readonly Role[] {
  return [superAdmin, ...allowed[permission]];
}

/** True when `value` names a role. */
export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value);
}
