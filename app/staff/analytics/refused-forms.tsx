import { useState } from "react";
import { type Edited, NoteForm } from "./annotations-panel.tsx";
import { FunnelBuilder } from "./funnels/funnel-builder.tsx";
import type { FunnelForm } from "./funnels/view.ts";
import { GoalForm } from "./goals/goal-form.tsx";
import type { GoalFormView } from "./goals/goal-form-view.ts";
import type { AnalyticsState } from "./state.ts";

/** What the page's action answers with. */
interface Answer {
  /** Why nothing was done, such as that the site could not be reached. */
  refusedView: string | null;
  refusedFunnel?: FunnelForm;
  refusedGoal?: GoalFormView;
  refusedNote?: Edited;
}

/** A form as it was refused, with all that was typed. */
interface Refused {
  funnel: FunnelForm | null;
  goal: GoalFormView | null;
  note: Edited | null;
}

/** The form that was refused last. Where the site could not be reached since, it stays. */
export function useRefusedForms(answer: Answer | undefined): Refused {
  const [last, setLast] = useState(answer);
  const isUnreached = Boolean(answer?.refusedView);
  if (!isUnreached && last !== answer) setLast(answer);
  const { refusedFunnel = null, refusedGoal = null, refusedNote = null } = (isUnreached ? last : answer) ?? {};
  return { funnel: refusedFunnel, goal: refusedGoal, note: refusedNote };
}

/** Where the figures cannot be read: what was typed outlives them. */
export function RefusedForms({ state, refused: { funnel, goal, note } }: { state: AnalyticsState; refused: Refused }) {
  return (
    <>
      {goal && <GoalForm state={state} form={goal} />}
      {note && <NoteForm state={state} edited={note} />}
      {funnel && <FunnelBuilder state={state} form={funnel} />}
    </>
  );
}
