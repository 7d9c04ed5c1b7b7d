import type { OpeningProblem } from "#shared/hiring/opening-checks.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { OpeningChecks } from "./use-opening-checks.ts";
import "#app/writing-kit/recipes.ts";
import "./recipes.ts";
import "#app/writing-kit/check-list.css";

const names = { error: "Must be fixed: ", warning: "Could be better: " };

/** What is to be put right before publishing; each leads to its place. */
export function OpeningCheckList({
  checks,
  lead,
}: {
  checks: OpeningChecks | null;
  lead: (place: OpeningProblem["place"]) => void;
}) {
  const { problems = [], reading } = checks ?? {};
  return (
    <section className="check-list job-section" aria-labelledby="check-list">
      <h2 id="check-list">Before you publish</h2>
      <p className="kit-hint" role="status">
        {checks ? summarise(problems) : "Checking…"}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ level, text, place }) => (
            <li key={`${place.field} ${place.line} ${text}`} className={`check-${level}`}>
              <Icon name={level === "error" ? "warning" : "info"} />
              <button type="button" onClick={() => lead(place)}>
                <span className="kit-unseen">{names[level]}</span>
                {text}
                {place.line !== undefined && <span className="check-line"> Line {place.line}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {reading && <p className="kit-hint">{reading}.</p>}
    </section>
  );
}

function summarise(problems: readonly OpeningProblem[]): string {
  const errors = problems.filter(({ level }) => level === "error").length;
  const others = problems.length - errors;
  if (errors === 0 && others === 0) return "Nothing to put right.";
  const first =
    errors === 0 ? "Nothing keeps it from being published." : `${countThings(errors, "thing")} must be fixed.`;
  return others === 0 ? first : `${first} ${countThings(others, "thing")} could be better.`;
}
