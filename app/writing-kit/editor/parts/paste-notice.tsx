import { describeLoss, joinLosses, type Loss } from "#shared/insights/losses.ts";
import { Button } from "#app/staff-kit/button.tsx";
import "../recipes.ts";

interface PasteNoticeProps {
  losses: readonly Loss[];
  dismiss: () => void;
}

/** What pasted text had and the article has not. It stays until it was read. */
export function PasteNotice({ losses, dismiss }: PasteNoticeProps) {
  return (
    <div
      className={losses.length > 0 ? "editor-notice editor-losses" : undefined}
      role="status"
      aria-label="Pasted text"
    >
      {losses.length > 0 && (
        <>
          <p>Not all of the pasted text came as it was:</p>
          <ul>
            {joinLosses(losses).map((loss) => (
              <li key={`${loss.kind} ${loss.example ?? ""}`}>{describeLoss(loss)}</li>
            ))}
          </ul>
          <Button isSmall onClick={dismiss}>
            Dismiss
          </Button>
        </>
      )}
    </div>
  );
}
