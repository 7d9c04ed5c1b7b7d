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
    <div className="ops-said" data-said={said ? "" : undefined}>
      <div>
        <DoneNotice text={said?.done ?? null} />
        {said?.problem && (
          <p className="ops-problem" role="alert">
            <Icon name="warning" />
            <span>{said.problem}</span>
          </p>
        )}
        {said?.key && (
          <p className="ops-shown-key">
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
