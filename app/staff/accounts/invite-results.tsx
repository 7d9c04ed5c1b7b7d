import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import type { InviteResult } from "./invite-people.ts";

/** What came of invitations, and which were not made, with the reason. */
export function InviteResults({ result: { done, sent } }: { result: InviteResult }) {
  const left = sent.filter(({ why }) => why !== null);
  return (
    <>
      <DoneNotice text={done} />
      {left.length > 0 && (
        <div className="user-left: p-[8px_12px] text-danger bg-danger-bg rounded-control" role="alert">
          <b>Not invited</b>
          <ul>
            {left.map(({ email, why }) => (
              <li key={email}>
                {email}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
