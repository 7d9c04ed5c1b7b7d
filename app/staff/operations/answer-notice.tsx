import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { OperationsAnswer } from "./answer-operations.ts";

/** What came of the last form. It stays in sight on this long page, until it is closed or another form is sent. */
export function AnswerNotice({ answer }: { answer: OperationsAnswer | null }) {
  const [closed, setClosed] = useState<OperationsAnswer | null>(null);
  const hasScript = useHydrated();
  const said = answer === closed ? null : answer;
  return (
    <div
      className="ops-said: sticky top-8px z-3 [&:not([data-said])]:absolute data-[said]:grid data-[said]:grid-cols-[minmax(0,_1fr)_auto] data-[said]:gap-8px data-[said]:items-start data-[said]:p-[6px_8px_6px_12px] data-[said]:bg-bg data-[said]:border-1px-line-strong data-[said]:rounded-control"
      data-said={said ? "" : undefined}
    >
      <div>
        <DoneNotice text={said?.done ?? null} />
        {said?.problem && (
          <p
            className="ops-problem: [.ops-said_&]:flex [.ops-said_&]:gap-8px [.ops-said_&]:py-4px [.ops-said_&]:wrap-anywhere [.ops-said_&]:text-danger [.ops-said_&]:font-600"
            role="alert"
          >
            <Icon name="warning" />
            <span>{said.problem}</span>
          </p>
        )}
        {said?.key && (
          <p className="ops-shown-key: [&_code]:font-mono [&_code]:wrap-anywhere [&_code]:[user-select:all]">
            <code>{said.key}</code>
          </p>
        )}
      </div>
      {said && hasScript && (
        <Button kind="ghost" isIconOnly icon="x" onClick={() => setClosed(answer)}>
          Close this message
        </Button>
      )}
    </div>
  );
}
