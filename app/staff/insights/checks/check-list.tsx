import { countThings } from "#app/staff-kit/count.ts";
import { Icon, type IconName } from "#app/staff-kit/icon.tsx";
import type { Finding, Place } from "#shared/insights/article-checks/finding.ts";
import type { Checks } from "./use-checks.ts";
import "#app/writing-kit/recipes.ts";
import "#app/writing-kit/check-list.css";

const looks: Record<Finding["level"], { icon: IconName; name: string }> = {
  error: { icon: "warning", name: "Must be fixed" },
  warning: { icon: "info", name: "Better fixed" },
  hint: { icon: "pencil", name: "Hint" },
};

/** What is to be put right before publishing; each leads to its place. */
export function CheckList({ checks, goTo }: { checks: Checks | null; goTo: (place: Place) => void }) {
  return (
    <section className="check-list" aria-labelledby="check-list">
      <h2 id="check-list">Before you publish</h2>
      <p className="kit-hint" role="status">
        {summarise(checks)}
      </p>
      {checks && checks.findings.length > 0 && (
        <ul>
          {checks.findings.map(({ level, text, place }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two findings may be the same but for their order
            <li key={at} className={`check-${level}`}>
              <Icon name={looks[level].icon} />
              <button type="button" onClick={() => goTo(place)}>
                <span className="kit-unseen">{looks[level].name}: </span>
                {text}
                {"line" in place && <span className="check-line"> Line {place.line}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {checks && (
        <ul aria-label="In order">
          {[...checks.passed, ...(checks.reading?.isHard === false ? [checks.reading.words] : [])].map((text) => (
            <li key={text} className="check-passed">
              <Icon name="done" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summarise(checks: Checks | null): string {
  if (!checks) return "Checking…";
  const count = (wanted: Finding["level"]) => checks.findings.filter(({ level }) => level === wanted).length;
  const unsure = addressWords[checks.addresses];
  const [errors, others] = [count("error"), count("warning") + count("hint")];
  if (errors === 0 && others === 0) return unsure === "" ? "Nothing to put right." : unsure;
  const first =
    errors === 0 ? "Nothing keeps it from being published." : `${countThings(errors, "thing")} must be fixed.`;
  const rest = others === 0 ? "" : `${countThings(others, "thing")} could be better.`;
  return [first, rest, unsure].filter(Boolean).join(" ");
}

const addressWords: Record<Checks["addresses"], string> = {
  known: "",
  asking: "Addresses are being checked…",
  waiting: "Addresses of this site are checked once the network is back.",
  failed: "Addresses of this site could not be checked just now; publishing checks them again.",
};
