import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { asks, defineBulk, type Former, type Step } from "#app/staff/lists/define-bulk.ts";
import { refuseList } from "#app/staff/lists/list-outcome.ts";
import { clearOfSpam, markAsSpam, saveHandling } from "#worker/enquiries/change-enquiry.ts";
import { mayOwnEnquiries, readHandled, readOwner } from "#worker/enquiries/read-enquiry.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { HeaderError } from "#worker/email/header.ts";
import { NotAllowedError } from "#worker/lib/errors.ts";
import { enquiryList, statuses } from "./enquiry-list.ts";
import { nobody, statusNames } from "./names.ts";

type Handled = Awaited<ReturnType<typeof readHandled>>[number];

const owner = z.union([z.literal(nobody).transform(() => null), z.uuid().transform((id) => id as AccountId)]);

/** Changes of enquiries: `status:closed`, `owner:<id>`, `spam` and `not-spam`. */
export const answerBulk = defineBulk({
  permission: "enquiries.change",
  nouns: enquiryList.nouns,
  read: readHandled,
  describe: ({ name, subject }) => ({ name: `${name}, ${subject}`, title: `“${subject}”` }),
  actions: {
    status: asks({ to: z.enum(statuses) }, ({ to }) => ({
      done: statusNames[to].toLowerCase(),
      run: (step) => handle(step, { status: to, owner_id: step.row.owner_id }),
    })),
    owner: asks({ to: owner }, async ({ to }, { db }) => {
      const account = to && (await readOwner(db, to));
      if (account === undefined) return refuseList("No owner was set", "This account cannot open the inbox.", 400);
      return {
        done: account ? `with ${formatColleague(account)}` : "without an owner",
        run: (step) => handle(step, { status: step.row.status, owner_id: to }),
      };
    }),
    spam: {
      done: "in the spam folder",
      run: async ({ row, change, db, scope }) => {
        await markAsSpam(db, change, scope);
        return listFormer(row);
      },
    },
    "not-spam": { done: "in the inbox, and the mails are on their way", run: clear },
  },
  undo: {
    parts: z.tuple([z.enum(["inbox", "spam"]), z.enum(statuses), owner]),
    run: (step, [folder, status, owner_id]) =>
      step.row.folder === folder ? handle(step, { status, owner_id }) : clear(step),
  },
  explain: (error) => (error instanceof HeaderError ? `No mail can be written about it: ${error.message}` : null),
  gone: "It has been erased.",
});

function listFormer({ folder, status, owner_id }: Handled): Former {
  return [folder, status, owner_id ?? nobody];
}

/** Mails have left by it, so nothing takes it back. */
async function clear({ change, db, scope }: Step<Handled>): Promise<null> {
  const site = { name: brand.name, origin: scope.env.SITE_ORIGIN };
  await clearOfSpam(db, { ...change, topics: contactTopics, site }, scope);
  return null;
}

async function handle(
  { row, change, db, scope, given }: Step<Handled>,
  { status, owner_id: to }: Pick<Handled, "status" | "owner_id">,
): Promise<Former | null> {
  if (row.status === status && row.owner_id === to) return null;
  if (to !== null && to !== row.owner_id && !(await mayOwnEnquiries(db, to)))
    throw new NotAllowedError("The account that would own it cannot open the inbox.");
  await saveHandling(db, { ...change, status, owner: to, note: "", given }, scope);
  return listFormer(row);
}
