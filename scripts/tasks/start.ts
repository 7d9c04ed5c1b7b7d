import { buildSite, ensureDevVars, prepareDatabase, serveSite } from "../lib/local-site.ts";

const port = Number(process.env.PORT ?? 8787);
const state = ".wrangler/state";

ensureDevVars();
console.log("Building the site …");
await buildSite();
console.log("Preparing the database …");
await prepareDatabase(state);
const server = await serveSite({ port, state });

const origin = `http://localhost:${port}`;
console.log(`
  Site        ${origin}
  Sign in     ${origin}/auth
  Mailbox     ${origin}/mailbox    what the site would send
  Health      ${origin}/api/health
  API         ${origin}/api/openapi.json

  Demo accounts (this machine only), passphrase demo-only-passphrase
    super@demo.example       every page
    marketing@demo.example   marketing
    talent@demo.example      talent
    hr@demo.example          HR
    norole@demo.example      no role: Access Denied

  Ctrl+C stops the site.
`);

server.once("close", (code) => process.exit(code ?? 1));
