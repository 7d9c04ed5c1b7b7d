import type { ReactNode } from "react";
import { Form } from "react-router";
import { readOwn } from "#shared/text/read-own.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { NewCountry } from "#app/staff/new-country.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { useBusy } from "#app/staff/lists/use-busy.ts";
import { AccountAccess } from "./account-access.tsx";
import type { AccountView } from "./account-view.ts";
import "./recipes.ts";

interface AccountDetailProps {
  view: AccountView;
  /** What the last form has done, as its redirect says it. */
  done: string | null | undefined;
  /** Why the last change was refused. */
  refused: Refusal | null;
  /** The address of the account, where its forms post to. */
  own: string;
}

const doneWords: Readonly<Record<string, string>> = {
  roles: "The roles are saved. They count from the next click on.",
  disabled: "The account is disabled and signed out everywhere.",
  enabled: "The account is enabled.",
  ended: "Signed out.",
  reset: "A link to choose a new password is on its way to the owner.",
};

/** One account: from where it is signed in, and what can be done with it. */
export function AccountDetail({ view, done, refused, own }: AccountDetailProps) {
  const isBusy = useBusy(own);
  const name = view.name ?? view.email;
  return (
    <section className="user-detail" aria-label={`Account of ${name}`} data-detail="" tabIndex={-1}>
      <div className="user-news: col-[1/-1]">
        <DoneNotice text={refused ? null : (readOwn(doneWords, done ?? "") ?? null)} />
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
      </div>
      <Sessions view={view} own={own} />
      <AccountAccess view={view} refused={refused} own={own} isBusy={isBusy} />
    </section>
  );
}

function Sessions({ view, own }: Pick<AccountDetailProps, "view" | "own">) {
  const { open, isOwn, unchangeable, sessions } = view;
  const why = isOwn ? "End your own sessions on your account page." : (unchangeable ?? undefined);
  return (
    <div className="user-sessions: [&_ul]:grid [&_ul]:grid-cols-[16px_minmax(120px,_1fr)_minmax(90px,_1fr)_repeat(3,_auto)] [&_ul]:gap-x-10px [&_li]:grid [&_li]:grid-cols-[subgrid] [&_li]:col-[1/-1] [&_li]:items-center [&_li]:min-h-36px [&_li]:border-b-1px-line [&_b]:font-600 lt-md:[&_ul]:grid-cols-[16px_minmax(0,_1fr)_auto] lt-md:[&_li]:gap-y-2px lt-md:[&_li]:py-6px lt-md:[&_li>form]:[grid-row:1_/_4] lt-md:[&_li>form]:col-[3] lt-md:[&_li>form]:self-start">
      <div className="user-part">
        <h2>
          Sessions <span>{sessions}</span>
        </h2>
        {open.length > 0 && (
          <EndForm own={own} session="all">
            <Button type="submit" kind="danger" isSmall icon="sign-out" unavailable={why}>
              End all
            </Button>
          </EndForm>
        )}
      </div>
      {open.length === 0 && <p className="user-none">Signed in nowhere.</p>}
      <ul>
        {open.map(({ id, device, isPhone, place, isNewCountry, since, last }) => (
          <li key={id}>
            <Icon name={isPhone ? "phone" : "desktop"} />
            <b>{device}</b>
            <span className="user-place">
              {place} {isNewCountry && <NewCountry />}
            </span>
            <span className="user-since">
              since <LocalTime at={since} />
            </span>
            <span className="user-last">
              last used <LocalTime at={last} />
            </span>
            <EndForm own={own} session={id}>
              <Button type="submit" kind="ghost" isSmall unavailable={why}>
                End<span className="kit-unseen"> the session on {device}</span>
              </Button>
            </EndForm>
          </li>
        ))}
      </ul>
      {sessions > open.length && <p className="kit-hint">The {open.length} used last are shown.</p>}
    </div>
  );
}

function EndForm({ own, session, children }: { own: string; session: string; children: ReactNode }) {
  return (
    <Form method="post" action={own} preventScrollReset>
      <input type="hidden" name="intent" value="end-sessions" />
      <input type="hidden" name="session" value={session} />
      {children}
    </Form>
  );
}
