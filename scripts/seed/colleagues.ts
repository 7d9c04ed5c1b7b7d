import type { Compilable } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { brand } from "#app/content/brand.ts";
import type { Role } from "#shared/permissions.ts";
import type { InviteId, SessionId, AccountId } from "../../worker/db/accounts-tables.ts";
import type { AuthenticatorAppId } from "../../worker/db/credentials-tables.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import type { MailId } from "../../worker/db/email-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { companyBegan, readDemoStaff } from "./past.ts";

interface Colleague {
  /** The part of the address before the @. */
  account: string;
  name: string;
  roles: Role[];
  /** Who invited them, by the part of the address before the @. */
  invitedBy: string;
  factor?: "passkey" | "app";
  status?: "disabled";
  isUnverified?: boolean;
  /** When they were last here; left out: never. */
  daysAgo?: number;
  sessions?: { device: string; place: string; country: string; hoursAgo: number; lastHoursAgo: number }[];
}

/** They have no password, so nobody can sign in as them. */
const colleagues: Colleague[] = [
  {
    account: "super2",
    name: "Aisha Karim",
    roles: ["super_admin"],
    invitedBy: "super",
    factor: "passkey",
    daysAgo: 0.1,
    sessions: [
      { device: "Chrome on macOS", place: "Zürich, Switzerland", country: "CH", hoursAgo: 5, lastHoursAgo: 2 },
    ],
  },
  {
    account: "editor1",
    name: "Emil Nowak",
    roles: ["marketing_admin"],
    invitedBy: "super",
    factor: "passkey",
    daysAgo: 0.2,
    sessions: [
      { device: "Chrome on Windows", place: "Pune, India", country: "IN", hoursAgo: 6, lastHoursAgo: 1 },
      { device: "Safari on iPhone", place: "Pune, India", country: "IN", hoursAgo: 70, lastHoursAgo: 8 },
      { device: "Firefox on Linux", place: "Warsaw, Poland", country: "PL", hoursAgo: 150, lastHoursAgo: 140 },
    ],
  },
  {
    account: "editor2",
    name: "Edda Marini",
    roles: ["marketing_admin"],
    invitedBy: "marketing",
    factor: "app",
    daysAgo: 1,
    sessions: [{ device: "Edge on Windows", place: "Milan, Italy", country: "IT", hoursAgo: 30, lastHoursAgo: 26 }],
  },
  {
    account: "recruiter1",
    name: "Rohan Iyer",
    roles: ["talent_admin", "HR"],
    invitedBy: "super",
    factor: "app",
    daysAgo: 0.4,
    sessions: [
      { device: "Chrome on macOS", place: "Bengaluru, India", country: "IN", hoursAgo: 9, lastHoursAgo: 3 },
      { device: "Chrome on Android", place: "Bengaluru, India", country: "IN", hoursAgo: 50, lastHoursAgo: 20 },
    ],
  },
  { account: "recruiter2", name: "Runa Vik", roles: ["talent_admin"], invitedBy: "talent", daysAgo: 3 },
  { account: "hr1", name: "Hana Sato", roles: ["HR"], invitedBy: "talent", factor: "app", daysAgo: 12 },
  { account: "hr2", name: "Hugo Alves", roles: ["HR"], invitedBy: "talent", daysAgo: 94 },
  {
    account: "leaver1",
    name: "Lena Costa",
    roles: ["marketing_admin"],
    invitedBy: "marketing",
    status: "disabled",
    daysAgo: 32,
  },
  { account: "newcomer1", name: "Nils Aalto", roles: [], invitedBy: "", isUnverified: true },
];

interface DemoInvite {
  email: string;
  roles: Role[];
  invitedBy: string;
  sentHoursAgo: number;
}

const invites: DemoInvite[] = [
  { email: "editor3@demo.example", roles: ["marketing_admin"], invitedBy: "super2", sentHoursAgo: 107 },
  { email: "recruiter3@demo.example", roles: ["talent_admin", "HR"], invitedBy: "talent", sentHoursAgo: 159 },
  { email: "reader2@demo.example", roles: ["HR"], invitedBy: "super", sentHoursAgo: 200 },
];

const action = "user.colleagues_seeded";

/**
 * Stores demo colleagues and invitations once, so that an account that somebody has removed does not come back. The
 * mails count as sent: their links are not known to anybody.
 */
export async function seedColleagues(d1: D1Database): Promise<void> {
  const db = openDb(d1);
  const done = await db.selectFrom("audit_log").select("id").where("action", "=", action).executeTakeFirst();
  if (!done) {
    const ids = new Map(await readDemoStaff<AccountId>(d1));
    for (const { account } of colleagues) ids.set(account, ids.get(account) ?? newId<AccountId>());
    const queries = [
      ...colleagues.flatMap((colleague) => planColleague(db, colleague, ids)),
      ...invites.flatMap((invite) => planInvite(db, invite, ids)),
    ];
    await runBatch(db, [...queries, db.insertInto("audit_log").values({ id: newId(), at: companyBegan, action })]);
  }
  console.log(`Demo colleagues: ${done ? "in order" : `${colleagues.length} made`}.`);
}

type Ids = ReadonlyMap<string, AccountId>;

function planColleague(db: Db, colleague: Colleague, ids: Ids): Compilable[] {
  const {
    account,
    name,
    roles,
    invitedBy,
    factor,
    status = "active",
    isUnverified,
    daysAgo,
    sessions = [],
  } = colleague;
  const at = Date.now();
  const account_id = ids.get(account) as AccountId;
  const made = at - 120 * day;
  const seen = daysAgo === undefined ? null : Math.round(at - daysAgo * day);
  const rows = roles.map((role) => ({ account_id, role, granted_by: ids.get(invitedBy) ?? null, granted_at: made }));
  const credential = { account_id, name: "Demo", created_at: made, used_at: null };
  return [
    db.insertInto("accounts").values({
      id: account_id,
      email: `${account}@demo.example`,
      name,
      status,
      password_hash: null,
      is_demo: 1,
      created_at: made,
      updated_at: made,
      signed_in_at: seen,
      seen_at: seen,
      verified_at: isUnverified ? null : made,
      invited_by: ids.get(invitedBy) ?? null,
    }),
    ...(rows.length > 0 ? [db.insertInto("account_roles").values(rows)] : []),
    ...(factor === "passkey"
      ? [
          db
            .insertInto("passkeys")
            .values({ ...credential, id: newId(), public_key: "x".repeat(64), sign_count: 0, is_synced: 1 }),
        ]
      : []),
    ...(factor === "app"
      ? [
          db
            .insertInto("authenticator_apps")
            .values({ ...credential, id: newId<AuthenticatorAppId>(), secret_sealed: "demo", confirmed_at: made }),
        ]
      : []),
    ...sessions.map(({ device, place, country, hoursAgo, lastHoursAgo }) =>
      db.insertInto("sessions").values({
        id: newId<SessionId>(),
        account_id,
        counter: 0,
        created_at: at - hoursAgo * hour,
        auth_time: at - hoursAgo * hour,
        refreshed_at: at - lastHoursAgo * hour,
        idle_expires_at: at + 7 * day,
        absolute_expires_at: at + 7 * day,
        revoked_at: null,
        revoked_reason: null,
        device,
        place,
        country,
      }),
    ),
  ];
}

function planInvite(db: Db, { email, roles, invitedBy, sentHoursAgo }: DemoInvite, ids: Ids): Compilable[] {
  const id = newId<InviteId>();
  const sent_at = Date.now() - sentHoursAgo * hour;
  const mail = {
    kind: "invite",
    recipient: email,
    subject: `Your invitation to ${brand.name}`,
    subject_id: id,
    text: "",
    html: "",
  };
  return [
    db.insertInto("invites").values({
      id,
      email,
      roles: JSON.stringify(roles),
      invited_by: ids.get(invitedBy) ?? null,
      created_at: sent_at,
      sent_at,
      expires_at: sent_at + 7 * day,
      accepted_at: null,
      accepted_by: null,
      withdrawn_at: null,
    }),
    db.insertInto("outbox").values({
      ...mail,
      id: newId<MailId>(),
      dedupe_key: `invite:${id}:1`,
      reply_to: null,
      state: "sent",
      attempts: 1,
      is_secret: 1,
      purge_at: sent_at + 7 * day,
      created_at: sent_at,
      due_at: sent_at,
      sent_at,
      last_error: null,
    }),
  ];
}
