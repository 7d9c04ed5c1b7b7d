import type { Permission } from "#shared/permissions.ts";

/** What an API token may allow. Its owner must also have the permission, at each use of the token. */
export const apiScopes = {
  "posts:read": "Read articles, drafts too, and the media library",
  "posts:write": "Write articles, without publishing them",
  "media:write": "Add files to the media library and describe them",
  "posts:publish": "Publish articles and take them off the site",
  "analytics:read": "Read the figures of visitor analytics: numbers alone, nobody is named in them",
} as const;

export type ApiScope = keyof typeof apiScopes;

/** What the owner of a token must be allowed to do, when it is made and each time it is used. */
export const scopePermissions: Readonly<Record<ApiScope, Permission>> = {
  "posts:read": "insights.edit",
  "posts:write": "insights.edit",
  "media:write": "insights.edit",
  "posts:publish": "insights.edit",
  "analytics:read": "analytics.read",
};

/** Every scope, in the order in which they are offered. */
export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];

/** Lives that may be chosen, in days. */
export const tokenLives = [30, 90, 365] as const;

/** Most tokens of an account that can be used at the same time. */
export const mostTokens = 20;
