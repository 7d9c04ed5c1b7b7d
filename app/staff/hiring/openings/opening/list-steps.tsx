import { createContext, type ReactNode, useContext } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import type { IconName } from "#app/staff-kit/icon.tsx";

/** Makes a step of one of the job's lists (change-list.ts), such as "questions.add". */
export const StepContext = createContext<(step: string) => void>(() => {});

interface StepButtonProps {
  step: string;
  icon: IconName;
  children: string;
  isIconOnly?: boolean;
  /** Why the step cannot be made. */
  unavailable?: string | undefined;
}

/** A button that makes a step of a list; without script it saves the form and makes the step on the server. */
export function StepButton({ step, isIconOnly = false, ...look }: StepButtonProps) {
  const make = useContext(StepContext);
  return (
    <Button
      {...look}
      type="submit"
      name="step"
      value={step}
      kind={isIconOnly ? "ghost" : "plain"}
      isSmall
      isIconOnly={isIconOnly}
      onClick={(event) => {
        event.preventDefault();
        make(step);
      }}
    />
  );
}

interface ItemStepsProps {
  list: "places" | "questions" | "stages";
  at: number;
  /** What it is called, such as "question 2". */
  name: string;
  /** Why it cannot be taken away. */
  inUse?: string | undefined;
  /** Places between which it may move. */
  first: number;
  last: number;
}

/** Moves one of a list up or down, or takes it away. */
export function ItemSteps({ list, at, name, inUse, first, last }: ItemStepsProps): ReactNode {
  return (
    <span className="job-steps: flex gap-2px">
      <StepButton
        step={`${list}.${at}.up`}
        icon="arrow-up"
        isIconOnly
        unavailable={at <= first ? `This is the first.` : undefined}
      >
        {`Move ${name} up`}
      </StepButton>
      <StepButton
        step={`${list}.${at}.down`}
        icon="arrow-down"
        isIconOnly
        unavailable={at >= last ? `This is the last.` : undefined}
      >
        {`Move ${name} down`}
      </StepButton>
      <StepButton step={`${list}.${at}.remove`} icon="trash" isIconOnly unavailable={inUse}>
        {`Remove ${name}`}
      </StepButton>
    </span>
  );
}
