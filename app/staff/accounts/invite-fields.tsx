import { useState } from "react";
import { formatRole } from "#shared/accounts/format-role.ts";
import { invitedAtOnce, longestInviteNote, splitAddresses } from "#shared/accounts/invite.ts";
import { type Role, roles as allRoles } from "#shared/permissions.ts";
import type { FormAnswers, Refusal } from "#shared/pages/refusal.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { RoleBoxes } from "./role-boxes.tsx";
import type { RoleOption } from "./role-options.ts";

/** The state of the form that invites people, and the sentence that sums it up. */
export function useInviteForm(answers: FormAnswers | undefined) {
  const [emails, setEmails] = useState(() => [answers?.emails ?? ""].flat().join("\n"));
  const [chosen, setChosen] = useState<readonly Role[]>(() => readRoleAnswers(answers));
  const count = splitAddresses(emails).length;
  const names = chosen.map(formatRole).join(" and ");
  const which = count === 1 ? "" : count === 2 ? ", both" : ", all";
  const summary =
    count === 0 || chosen.length === 0
      ? "Links work 7 days and once."
      : `${countThings(count, "invite")}${which} with ${names}. Links work 7 days and once.`;
  const verb = count === 0 ? "Send invites" : `Send ${countThings(count, "invite")}`;
  const clear = () => {
    setEmails("");
    setChosen([]);
  };
  return { emails, setEmails, chosen, setChosen, summary, verb, clear };
}

type InviteFormState = ReturnType<typeof useInviteForm>;

function readRoleAnswers(answers: FormAnswers | undefined): Role[] {
  const named = new Set([answers?.role ?? []].flat());
  return allRoles.filter((role) => named.has(role));
}

interface InviteFieldsProps {
  state: InviteFormState;
  options: readonly RoleOption[];
  refused: Refusal | null;
}

/** Addresses, roles and a note. */
export function InviteFields({ state, options, refused }: InviteFieldsProps) {
  const problem = (field: string) => refused?.problems.find((each) => each.field === field)?.message;
  return (
    <>
      <div>
        <KitTextArea
          id={toFieldId("emails")}
          label="E-mail addresses"
          hint={`Up to ${invitedAtOnce} at once. Commas and new lines both work.`}
          error={problem("emails")}
          className="user-emails: resize-y"
          name="emails"
          rows={2}
          required
          autoComplete="off"
          spellCheck={false}
          value={state.emails}
          onChange={({ target }) => state.setEmails(target.value)}
        />
        <AddressTags text={state.emails} />
      </div>
      <RoleBoxes
        id={toFieldId("role")}
        chosen={state.chosen}
        error={problem("role")}
        options={options}
        onChange={state.setChosen}
      />
      <KitTextArea
        id={toFieldId("note")}
        label="Note"
        isOptional
        hint="Stands in the mail, as your words."
        error={problem("note")}
        name="note"
        rows={2}
        maxLength={longestInviteNote}
        defaultValue={[refused?.answers?.note ?? ""].flat().join("")}
      />
    </>
  );
}

/** What the form takes the text for, so that a slip is seen before it is sent. */
function AddressTags({ text }: { text: string }) {
  const addresses = splitAddresses(text);
  if (addresses.length < 1) return null;
  return (
    <ul className="user-addresses: flex flex-wrap gap-4px mt-6px" aria-label="Addresses as they are read">
      {addresses.slice(0, invitedAtOnce + 1).map((address) =>
        /^[^@]+@[^@]+\.[^@.]+$/.test(address) ? (
          <li key={address}>
            <Tag>{address}</Tag>
          </li>
        ) : (
          <li key={address}>
            <Tag tone="warn" icon="warning">
              {address}
            </Tag>
          </li>
        ),
      )}
    </ul>
  );
}
