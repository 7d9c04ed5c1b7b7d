/** Every function of worker/operations by which staff change something or learn a secret, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { changeAlertSettings } from "#worker/operations/alert-settings.ts";
import { markErrorsSeen, runActionNow, runJobNow } from "#worker/operations/operate.ts";
import { sendTestAlert } from "#worker/operations/send-test-alert.ts";
import { replaceWebhookKey, showWebhookKey } from "#worker/operations/webhook-key.ts";
import { makeWholeScope } from "../whole-scope.ts";

const db = openDb(env.DB);
const settings = { recipients: ["ops@operator.example"], webhookUrl: "", quiet: null, errorThreshold: 10 };

function makeDoer(actor: AccountId | null) {
  return { actor, requestId: makeWholeScope().requestId };
}

async function readVersion(): Promise<number> {
  return (await db.selectFrom("alert_settings").select("version").executeTakeFirstOrThrow()).version;
}

async function makeGroup(fingerprint: string) {
  const at = Date.now();
  const words = { event: "request failed", name: "Error", message: "It broke", place: "", frames: "" };
  const times = { first_at: at, last_at: at, request_id: "r", version: "v" };
  await db
    .insertInto("error_groups")
    .values({ fingerprint, ...words, ...times })
    .execute();
}

export const operationsMutations = {
  changeAlertSettings: {
    action: "alerts.changed",
    prepare: async (actor: AccountId) => {
      const version = await readVersion();
      return () => changeAlertSettings(db, { ...settings, version }, makeDoer(actor));
    },
  },
  replaceWebhookKey: {
    action: "alerts.key_replaced",
    prepare: async (actor: AccountId) => {
      const version = await readVersion();
      return () => replaceWebhookKey(db, { version, env }, makeDoer(actor));
    },
  },
  showWebhookKey: {
    action: "alerts.key_shown",
    prepare: async (actor: AccountId) => () => showWebhookKey(db, env, makeDoer(actor)),
  },
  sendTestAlert: {
    action: "alerts.tested",
    prepare: async (actor: AccountId) => {
      await changeAlertSettings(db, { ...settings, version: await readVersion() }, makeDoer(null));
      return () => sendTestAlert(db, makeDoer(actor), makeWholeScope());
    },
  },
  markErrorsSeen: {
    action: "operations.errors_seen",
    prepare: async (actor: AccountId) => {
      await makeGroup("ab");
      return () => markErrorsSeen(db, { fingerprint: "ab", until: Date.now() }, makeDoer(actor));
    },
  },
  runJobNow: {
    action: "operations.job_run",
    prepare: async (actor: AccountId) => {
      return () => runJobNow(db, "sweep unused covers", makeDoer(actor), makeWholeScope());
    },
  },
  runActionNow: {
    action: "operations.action_run",
    prepare: async (actor: AccountId) => () => runActionNow(db, "back-up-now", makeDoer(actor), makeWholeScope()),
  },
};
