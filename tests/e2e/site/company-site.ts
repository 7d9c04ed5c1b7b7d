/** A site of its own whose company has an identity provider: oidc-provider, as companies run it, on this machine. */
import { rmSync } from "node:fs";
import type { Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { findFreePort } from "../../../scripts/lib/ports.ts";

export interface CompanySite {
  origin: string;
  stop(): Promise<void>;
}

const secret = "only-for-this-test: a client secret";

/** The groups of the people who have an account there; everybody has an address at acme.example. */
const groups: Readonly<Record<string, readonly string[]>> = { mara: ["people team"], nobody: [] };

/** Serves the tested build with `variables` and those of its provider. */
export async function openCompanySite(variables: Readonly<Record<string, string>> = {}): Promise<CompanySite> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const provider = await startProvider(`${origin}/api/auth/oidc/callback`);
  const state = `.wrangler/e2e-company-${port}`;
  // Imported here: they load wrangler, and Playwright reads this file wherever it runs a test.
  const { serveSite } = await import("../../../scripts/lib/serve-site.ts");
  const { applyMigrations } = await import("../../../scripts/lib/migrate.ts");
  const site = await serveSite({
    build: process.env.TEST_BUILD ?? "",
    port,
    state,
    variables: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "website",
      OIDC_CLIENT_SECRET: secret,
      OIDC_NAME: "Acme ID",
      OIDC_ROLES: "people team = HR",
      OIDC_ALLOWED_DOMAINS: "acme.example",
      ...variables,
    },
    logs: "hide",
  });
  await applyMigrations(await site.openDatabase());
  return {
    origin,
    stop: async () => {
      await site.stop();
      provider.server.closeAllConnections();
      provider.server.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

async function startProvider(redirectUri: string): Promise<{ issuer: string; server: Server }> {
  const port = await findFreePort();
  const issuer = `http://localhost:${port}`;
  const { default: Provider } = await import("oidc-provider");
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: "website", client_secret: secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "provider-key", use: "sig", alg: "RS256" }] },
    cookies: { keys: [secret] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: id !== "unproven",
        name: `${id.charAt(0).toUpperCase()}${id.slice(1)} of Acme`,
        groups: groups[id] ?? [],
      }),
    }),
  });
  return { issuer, server: provider.listen(port, "localhost") };
}
