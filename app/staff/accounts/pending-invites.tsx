import { Form } from "react-router";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { listGrantable } from "#shared/accounts/delegation.ts";
import { type Role } from "#shared/permissions.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import { type PendingInvite, readInviteRoles } from "#worker/accounts/managing/list-invites.ts";
import { RoleTags } from "./account-rows.tsx";
import "./recipes.ts";
import "#app/staff-kit/recipes.ts";

type InviteRows = ReturnType<typeof toInviteRows>;
type InviteRow = InviteRows["rows"][number];

const mailTags = {
  waiting: { name: "Mail waiting", tone: "info" },
  sending: { name: "Mail being sent", tone: "info" },
  sent: { name: "Mail sent", tone: "success" },
  unconfirmed: { name: "Mail unconfirmed", tone: "warn" },
  failed: { name: "Mail failed", tone: "danger" },
  withdrawn: { name: "Mail stopped", tone: "plain" },
} as const;

interface Read {
  manager: { roles: readonly Role[] };
  locale: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Invitations as the reader sees them; dates become text on the server, as on every staff page. */
export function toInviteRows(invites: readonly PendingInvite[], { manager, locale, at }: Read) {
  const grantable = listGrantable(manager.roles);
  return {
    everything: invites[0]?.everything ?? 0,
    rows: invites.map(({ id, email, version, mail, ...invite }) => {
      const roles = readInviteRoles(invite.roles);
      const beyond = roles.find((role) => !grantable.includes(role));
      return {
        id: id as string,
        email,
        version,
        mail,
        roles,
        invitedBy: formatColleagueShort({ name: invite.inviter_name, email: invite.inviter_email }),
        isOver: invite.expires_at <= at,
        ends: toInstant(invite.expires_at, locale),
        unavailable: beyond && `It gives the role ${formatRole(beyond)}, which you may not give.`,
      };
    }),
  };
}

/** The invitations that nobody has accepted yet, below the accounts. */
export function PendingInvites({ invites: { rows, everything } }: { invites: InviteRows }) {
  return (
    <section
      className="user-invites: p-[18px_page_16px] overflow-x-auto focus:outline-none"
      id="invites"
      aria-labelledby="invites-title"
      tabIndex={-1}
    >
      <div className="user-invites-head: [&_h2]:m-0 [&_h2]:type-600-14/1.25rem-text [&_h2>span]:ml-4px [&_h2>span]:text-ink-2 [&_h2>span]:font-400 flex flex-wrap gap-[4px_12px] items-baseline justify-between [&_h2]:type-600-16/1.25rem-display [&_p]:text-ink-2 [&_p]:text-13">
        <h2 id="invites-title">
          Pending invites <span>{everything}</span>
        </h2>
        <p>Links work 7 days and once.{rows.length < everything && ` The newest ${rows.length} are shown.`}</p>
      </div>
      {rows.length === 0 ? (
        <p className="user-none">Nobody is invited just now.</p>
      ) : (
        <table className="kit-table">
          <TableHead names={["E-mail", "Roles", "Invited by", "Ends", "Mail"]} unseen="Actions" />
          <tbody>
            {rows.map((row) => (
              <Invite key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <Form id="invites-form" method="post" preventScrollReset hidden />
    </section>
  );
}

function Invite({ row }: { row: InviteRow }) {
  const { id, email, version, roles, invitedBy, isOver, ends, mail, unavailable } = row;
  const dialog = `withdraw-${id}`;
  return (
    <tr>
      <th scope="row">{email}</th>
      <td className="user-invite-roles">
        <RoleTags roles={roles} />
      </td>
      <td className="user-invite-by">{invitedBy}</td>
      <td>{isOver ? <span className="user-over: text-danger">ended</span> : <LocalTime at={ends} />}</td>
      <td>{mail ? <Tag tone={mailTags[mail].tone}>{mailTags[mail].name}</Tag> : "–"}</td>
      <td className="user-invite-actions">
        <Button
          kind="ghost"
          isSmall
          type="submit"
          form="invites-form"
          name="do"
          value={`resend ${id}:${version}`}
          unavailable={unavailable}
        >
          Resend<span className="kit-unseen"> the invite of {email}</span>
        </Button>
        {unavailable ? (
          <Button kind="ghost" isSmall unavailable={unavailable}>
            Withdraw<span className="kit-unseen"> the invite of {email}</span>
          </Button>
        ) : (
          <>
            <DialogTrigger dialog={dialog} kind="danger" isSmall>
              Withdraw<span className="kit-unseen"> the invite of {email}</span>
            </DialogTrigger>
            <ConfirmDialog
              id={dialog}
              title="Withdraw this invite?"
              summary={email}
              verb="Withdraw"
              count={1}
              noun="invite"
              tone="danger"
              fields={{ do: `withdraw ${id}:${version}` }}
            >
              <p>
                Its link ends at once, and its mail does not leave if it has not yet. You can invite the address again.
              </p>
            </ConfirmDialog>
          </>
        )}
      </td>
    </tr>
  );
}
