import { StatusChip } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { CardView, ScorecardsView } from "./interview-view.ts";
import type { Refused } from "./refused.ts";
import { ScorecardForm } from "./scorecard-form.tsx";
import "../applications/recipes.ts";

interface ScorecardProps {
  /** Of the application. */
  id: string;
  cards: ScorecardsView;
  /** The address of the page. */
  own: string;
  refused: Refused["scorecard"];
}

/** The reader's own scorecard and, once it is sent, those of others. */
export function Scorecard({ id, cards, own, refused }: ScorecardProps) {
  const { own: mine, others, sent, isSent, isDue } = cards;
  // A card that was stored meanwhile comes with its own fields.
  const form = <ScorecardForm key={mine?.version ?? 0} {...{ id, cards, own, refused }} />;
  return (
    <section aria-labelledby="scorecard" className="scorecard">
      <h2 id="scorecard" tabIndex={-1}>
        Scorecard <span>{isSent ? "Sent" : mine ? "Draft" : isDue ? "Due" : "Not begun"}</span>
      </h2>
      {!isSent && sent > 0 && <p className="kit-hint scorecard-hidden: mb-6px">{tellHidden(sent)}</p>}
      {isSent && mine ? (
        <>
          <Card card={mine} name="You" />
          <details open={refused !== undefined}>
            <summary>Correct yours</summary>
            {form}
          </details>
          {others.map((card) => (
            <Card key={card.id} card={card} name={card.author} />
          ))}
        </>
      ) : (
        <details open={refused !== undefined || isDue || mine !== null}>
          <summary>{mine ? "Go on with yours" : "Score this candidate"}</summary>
          {form}
        </details>
      )}
    </section>
  );
}

const numbers = ["Nobody", "One other", "Two others", "Three others", "Four others", "Five others"];

function tellHidden(sent: number): string {
  const who = numbers[sent] ?? `${sent} others`;
  return `${who} ${sent === 1 ? "has" : "have"} scored. Their scores show after you send yours.`;
}

const tones = { "strong-no": "danger", no: "warn", yes: "info", "strong-yes": "success" } as const;

function Card({ card, name }: { card: CardView; name: string }) {
  const scored = card.scores.filter(({ score, evidence }) => score !== null || evidence !== "");
  return (
    <article className="scorecard-card: [&_dd]:wrap-anywhere mt-8px pt-8px border-t-1px-line [&_time]:text-ink-2 [&_time]:text-13 [&_dt]:text-ink-2 [&_dt]:text-13 [&_dl]:grid [&_dl]:gap-4px [&_dl]:m-[4px_0]">
      <p>
        <b>{name}</b> {card.verdict && <StatusChip tone={tones[card.verdict]}>{card.verdictName}</StatusChip>}{" "}
        {card.sent && <LocalTime at={card.sent} />}
        {card.isCorrected && ", corrected"}
      </p>
      {scored.length > 0 && (
        <dl>
          {scored.map(({ criterion, score, evidence }) => (
            <div key={criterion}>
              <dt>{criterion}</dt>
              <dd>
                <b>{score === null ? "Not asked" : `${score} of 5`}</b> {evidence}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {card.note && <p className="application-text">{card.note}</p>}
    </article>
  );
}
