/** What staff change about enquiries, dead letters and requests of persons. */
import { env } from "cloudflare:workers";
import { minute } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { setHold } from "#worker/privacy/holds.ts";
import { enquiryList } from "#app/staff/enquiries/enquiry-list.ts";
import { makeApplication, makeFile } from "../../hiring/application-rows.ts";
import { deliver, makeQueue } from "../../failed-messages/failed-messages-make.ts";
import { makeEnquiry, makeMail } from "../../enquiries/enquiry-rows.ts";
import { makeScope } from "../../make-scope.ts";
import { type FaultCase, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
const partly = "each row stands for itself, and the answer names those that failed";
const scope = () => makeScope();

const form = (door: string, what: string, as: StaffForm["as"], make: StaffForm["make"], more: More = {}) =>
  ofStaff({ door, what, as, make, ...more });

const enquiry = (
  what: string,
  fields: Record<string, string>,
  more: More = {},
  folder: "inbox" | "spam" = "inbox",
  as: StaffForm["as"] = "marketing_admin",
) =>
  form(
    "staff/enquiries/enquiry",
    what,
    as,
    async () => [
      `/marketing-admin/inbox/${(await makeEnquiry({ folder })).id}`,
      { intent: what, version: "1", ...fields },
    ],
    more,
  );

const inbox = (what: string, more: More = {}, folder: "inbox" | "spam" = "inbox") =>
  form(
    "staff/enquiries/enquiries",
    what,
    "marketing_admin",
    async () => {
      const [one, other] = [await makeEnquiry({ folder }), await makeEnquiry({ folder })];
      return [
        enquiryList.path,
        [
          ["do", what],
          ["row", `${one.id}:1`],
          ["row", `${other.id}:1`],
        ],
      ];
    },
    { partly, ...more },
  );

const letters = (what: string, more: More = {}) =>
  form(
    "staff/failed-messages/failed-messages",
    what,
    "super_admin",
    async () => {
      await deliver("fivewright-mail-dead", [{ mailId: "00000000-0000-4000-8000-000000000001" }]);
      const { id } = await db.selectFrom("failed_messages").select("id").executeTakeFirstOrThrow();
      const isAll = what.endsWith("-all");
      return ["/failed-messages", isAll ? { do: what, until: String(Date.now() + 1000) } : { do: what, row: id }];
    },
    {
      bindings: () => ({ MAIL_QUEUE: makeQueue().queue }),
      partly: "a message is claimed while it is sent; a claim ends by itself",
      waits: 10 * minute,
      ...more,
    },
  );

const person = (what: string, fields: Record<string, string>, more: More = {}) =>
  form(
    "staff/privacy/privacy-requests",
    what,
    "super_admin",
    async () => {
      const email = "ada@client.example";
      const { id } = await makeApplication({ email });
      await makeFile(id);
      await makeEnquiry({ email });
      return ["/privacy-requests", { intent: what, email, ...fields }];
    },
    more,
  );

const files = { of: ["objects", "removed_files"], why: "objects of files that were erased go with the next sweep" };

export const ofDesks: readonly FaultCase[] = [
  enquiry(
    "save",
    { status: "open", owner: "nobody", note: "Called them on Monday." },
    {
      leaves: ["enquiry.changed"],
      typed: ["Called them on Monday."],
    },
  ),
  enquiry("spam", {}, { leaves: ["enquiry.marked_spam"] }),
  enquiry("not-spam", {}, { leaves: ["enquiry.cleared_of_spam"] }, "spam"),
  enquiry("erase", {}, { leaves: ["enquiry.erased"] }, "inbox", "super_admin"),
  form(
    "staff/enquiries/enquiry",
    "send-again",
    "marketing_admin",
    async () => {
      const { id } = await makeEnquiry();
      return [`/marketing-admin/inbox/${id}`, { intent: "send-again", mail: await makeMail(id, "failed") }];
    },
    { leaves: ["mail.sent_again"] },
  ),
  inbox("status:closed", { leaves: ["enquiry.changed"] }),
  inbox("owner:nobody"),
  inbox("spam", { leaves: ["enquiry.marked_spam"] }),
  inbox("not-spam", { leaves: ["enquiry.cleared_of_spam"] }, "spam"),
  form(
    "staff/hubs/marketing-admin",
    "retry",
    "marketing_admin",
    async () => {
      const { id } = await makeEnquiry();
      return ["/marketing-admin", { list: "inbox", do: `retry ${id}:${await makeMail(id, "failed")}` }];
    },
    { leaves: ["mail.sent_again"] },
  ),
  form(
    "staff/hubs/talent-admin",
    "move",
    "HR",
    async () => ["/talent-admin", { list: "applications", do: `move:interview ${(await makeApplication()).id}:1` }],
    { leaves: ["application.moved"] },
  ),
  letters("send-again", { leaves: ["dead_letter.sent_again"] }),
  letters("delete", { leaves: ["dead_letter.deleted"] }),
  letters("send-all", {}),
  letters("delete-all", { leaves: ["dead_letter.all_deleted"] }),
  person("look-up", {}, { typed: ["ada@client.example"] }),
  person("erase", {}, { leaves: ["person.erased"], remainders: files, repeats: "each request has its entry" }),
  person("hold", { reason: "A claim of Monday" }, { leaves: ["hold.set"], typed: ["A claim of Monday"] }),
  form(
    "staff/privacy/privacy-requests",
    "release",
    "super_admin",
    async ({ id }) => {
      await setHold(db, { email: "ada@client.example", reason: "A claim", actor: id }, scope());
      const { id: hold } = await db.selectFrom("legal_holds").select("id").executeTakeFirstOrThrow();
      return ["/privacy-requests", { intent: "release", hold, reason: "It is over" }];
    },
    { leaves: ["hold.released"] },
  ),
  ...["export", "export-zip"].map((which) =>
    ofStaff({
      door: `staff/privacy/${which}`,
      as: "super_admin",
      leaves: ["person.exported"],
      repeats: "each export has its entry",
      make: async () => {
        await makeFile((await makeApplication({ email: "ada@client.example" })).id);
        return [`/privacy-requests.${which === "export" ? "json" : "zip"}`, { email: "ada@client.example" }];
      },
    }),
  ),
];
