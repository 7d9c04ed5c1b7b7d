import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { buildConfirmPath } from "#shared/accounts/sign-in-path.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { type AccountForm, accountPath, buildFormAction } from "./account-forms.ts";
import type { AccountData } from "./load-account.server.ts";
import "#app/staff/recipes.ts";

/** What the last form of the page has come to. */
export interface FormAnswer {
  /** Which form it was. */
  form: AccountForm | null;
  refusal: Refusal | null;
  /** Why it did not get through. */
  offline: string | null;
  /** A new API token, which is shown this once. */
  token: string | null;
  /** The key of a form: another one once it was taken. */
  key: (form: AccountForm) => string;
}

export interface SectionProps {
  account: AccountData;
  answer: FormAnswer;
}

interface SectionFrameProps {
  id: string;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** One part of the page: what it is about at the left, its controls at the right. */
export function Section({ id, title, note, children }: SectionFrameProps) {
  return (
    <section
      className="account-section: grid grid-cols-[280px_minmax(0,_480px)] gap-[16px_40px] py-24px border-t-1px-line [&_h2]:mb-4px lt-md:grid-cols-[minmax(0,_1fr)]"
      aria-labelledby={`account-${id}`}
    >
      <div>
        <h2 id={`account-${id}`}>{title}</h2>
        {note && <p className="staff-text">{note}</p>}
      </div>
      <div className="account-part: grid gap-14px content-start justify-items-start">{children}</div>
    </section>
  );
}

/** The state of a form: whether it is being sent, what was wrong with it, and where it posts to. */
export function useFormState(form: AccountForm, { form: answered, refusal, offline, key }: FormAnswer) {
  const { state, formAction } = useNavigation();
  const action = buildFormAction(form);
  const isBusy = state === "submitting" && formAction === action;
  const isOurs = answered === form && !isBusy;
  return {
    action,
    isBusy,
    key: key(form),
    refusal: isOurs ? refusal : null,
    notice: isOurs && <FormNotice {...{ refusal, offline }} />,
  };
}

function FormNotice({ refusal, offline }: Pick<FormAnswer, "refusal" | "offline">) {
  if (offline !== null) return <FormSummary title="You seem to be offline." problems={[{ message: offline }]} />;
  if (!refusal) return null;
  return (
    <>
      <FormSummary title={refusal.title} problems={refusal.problems} />
      {refusal.status === 403 && (
        <Link className={nameButton()} to={buildConfirmPath(accountPath)} reloadDocument>
          Confirm that it is you
        </Link>
      )}
    </>
  );
}
