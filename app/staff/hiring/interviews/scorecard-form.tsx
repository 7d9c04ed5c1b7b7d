import { useId } from "react";
import { Form, useNavigation } from "react-router";
import {
  bestScore,
  longestEvidence,
  longestVerdictNote,
  type Score,
  verdictNames,
  verdicts,
} from "#shared/hiring/scorecard.ts";
import { Button } from "#app/staff-kit/button.tsx";
import type { ScorecardsView } from "./interview-view.ts";
import { readScorecard } from "./read-scorecard.ts";
import type { Refused, TypedScorecard } from "./refused.ts";

/** Scorecards that were typed and not saved, by application, for as long as the tab does not load another document. */
const drafts = new Map<string, { version: number; typed: TypedScorecard }>();

interface ScorecardFormProps {
  /** Of the application. */
  id: string;
  cards: ScorecardsView;
  /** The address of the page. */
  own: string;
  refused: Refused["scorecard"];
}

const points = Array.from({ length: bestScore }, (_, at) => at + 1);

/** Somebody's own scorecard: scores with a line of evidence, a verdict and a text. It works without script. */
export function ScorecardForm({ id: application, cards, own, refused }: ScorecardFormProps) {
  const id = useId();
  const version = cards.own?.version ?? 0;
  const draft = drafts.get(application);
  const sending = useNavigation().formData?.get("do");
  const isBusy = typeof sending === "string" && sending.startsWith("scorecard:");
  // What was typed before the card was stored elsewhere is not what is shown now.
  const typed = draft?.version === version ? draft.typed : undefined;
  const { scores, verdict, note } = refused?.typed ?? typed ?? cards.blank;
  const fault = refused?.faults["verdict"];
  return (
    <Form
      method="post"
      action={own}
      preventScrollReset
      className="scorecard-form: grid gap-10px min-w-0 pt-6px"
      onChange={({ currentTarget }) => {
        const fields = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]);
        drafts.set(application, { version, typed: readScorecard(new URLSearchParams(fields)) });
      }}
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      <input type="hidden" name="version" value={version} />
      {scores.map((score, at) => (
        <Criterion key={score.criterion} {...{ score, at }} />
      ))}
      <fieldset
        className="scorecard-verdict: [&>legend]:mb-4px [&>legend]:p-0 [&>legend]:font-600 flex flex-wrap gap-4px mb-4px [&>label]:relative [&>label]:inline-flex [&>label]:cursor-pointer"
        aria-describedby={fault ? `${id}-fault` : undefined}
      >
        <legend>Verdict</legend>
        {verdicts.map((each) => (
          <label key={each}>
            <input type="radio" name="verdict" value={each} defaultChecked={each === verdict} />
            <span>{verdictNames[each]}</span>
          </label>
        ))}
      </fieldset>
      {fault && (
        <p className="kit-error" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <label className="kit-label" htmlFor={id}>
        Why <span className="kit-optional">(optional)</span>
      </label>
      <textarea
        id={id}
        className="kit-input"
        name="verdict-note"
        rows={3}
        maxLength={longestVerdictNote}
        defaultValue={note}
      />
      <div className="kit-row">
        {cards.isSent ? (
          <Button type="submit" name="do" value="scorecard:send" isBusy={isBusy}>
            Correct scorecard
          </Button>
        ) : (
          <>
            <Button type="submit" name="do" value="scorecard:save" kind="ghost">
              {sending === "scorecard:save" ? "Draft saved" : "Save draft"}
            </Button>
            <Button type="submit" name="do" value="scorecard:send" isBusy={sending === "scorecard:send"}>
              Send scorecard
            </Button>
          </>
        )}
      </div>
    </Form>
  );
}

function Criterion({ score: { criterion, score, evidence }, at }: { score: Score; at: number }) {
  return (
    <fieldset className="scorecard-criterion: [&>legend]:mb-4px [&>legend]:p-0 [&>legend]:font-600">
      <legend>{criterion}</legend>
      <input type="hidden" name="criterion" value={criterion} />
      <div className="scorecard-points: flex flex-wrap gap-4px mb-4px [&>label]:relative [&>label]:inline-flex [&>label]:cursor-pointer">
        {points.map((point) => (
          <label key={point}>
            <input type="radio" name={`score-${at}`} value={point} defaultChecked={point === score} />
            <span>{point}</span>
          </label>
        ))}
        <label className="scorecard-none">
          <input type="radio" name={`score-${at}`} value="" defaultChecked={score === null} />
          <span>Not asked</span>
        </label>
      </div>
      <input
        className="kit-input"
        name="evidence"
        aria-label={`Evidence for: ${criterion}`}
        placeholder="Evidence"
        maxLength={longestEvidence}
        defaultValue={evidence}
        autoComplete="off"
      />
    </fieldset>
  );
}
