/** Which roles may open which staff page. This is the only place where roles and staff pages meet. */
import { hasRole } from "./has-role.ts";

export const roles = ["super_admin", "marketing_admin", "talent_admin", "HR"] as const;

export type Role = (typeof roles)[number];

const allowed = {
  "/blog-management": ["marketing_admin"],
  "/job-management": ["talent_admin", "HR", "marketing_admin"],
  "/job-applications": ["HR"],
  "/visitor-analytics": ["marketing_admin"],
  "/user-management": ["marketing_admin", "talent_admin"],
  "/embeddings-management": ["marketing_admin"],
  "/marketing-admin": ["marketing_admin"],
  "/marketing-admin/inbox": ["marketing_admin"],
  "/talent-admin": ["talent_admin", "HR"],
} as const satisfies Record<string, readonly Role[]>;

export type StaffPage = keyof typeof allowed;

export const staffPages = Object.keys(allowed) as StaffPage[];

/** True when a caller holding `held` may open `page`. */
export function mayOpen(page: StaffPage, held: readonly Role[]): boolean {
  return allowed[page].some((role) => hasRole(role, held));
}

/** True when `value` names a role. */
export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value);
}
