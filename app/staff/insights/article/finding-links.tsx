import { Icon } from "#app/staff-kit/icon.tsx";
import type { Place } from "#shared/insights/article-checks/finding.ts";
import type { Checks } from "../checks/use-checks.ts";

interface FindingLinksProps {
  checks: Checks | null;
  /** Leads to a place; `link` is what was pressed. */
  lead: (place: Place, link: HTMLElement) => void;
}

/** What is to be put right before the article is published: what keeps it from that first. Hints are in the panel alone. */
export function FindingLinks({ checks, lead }: FindingLinksProps) {
  const findings = checks?.findings.filter(({ level }) => level !== "hint") ?? [];
  if (findings.length === 0) return null;
  return (
    <ul className="article-checks">
      {findings.map(({ level, text, place }) => (
        <li key={`${JSON.stringify(place)} ${text}`} data-level={level}>
          <Icon name={level === "error" ? "warning" : "info"} />
          <button type="button" onClick={({ currentTarget }) => lead(place, currentTarget)}>
            <span className="kit-unseen">{level === "error" ? "Must be fixed: " : "Could be better: "}</span>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
