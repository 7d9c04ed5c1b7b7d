import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { type Instant, LocalTime } from "#app/ui/local-time.tsx";

/** A signed link to an article or a job as it was saved last. */
export interface SignedPreview {
  /** Its path, such as "/insights/preview/…". */
  path: string;
  /** When the link ends. */
  until: Instant;
}

/** The link for people without an account, to be copied. */
export function PreviewLink({
  preview: { path, until },
  origin,
  noun = "article",
}: {
  preview: SignedPreview;
  origin: string;
  /** What it shows. */
  noun?: string;
}) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  const url = `${origin}${path}`;
  async function copy() {
    setOutcome(
      await navigator.clipboard.writeText(url).then(
        () => "copied" as const,
        () => "failed" as const,
      ),
    );
  }
  return (
    <div className="preview-link: grid gap-4px">
      <KitField
        label="Preview for outsiders"
        hint={
          <>
            Whoever has this link reads the {noun} as it was saved last, until <LocalTime at={until} />.
          </>
        }
      >
        {(ties) => (
          <div className="preview-link-row: flex gap-8px">
            <input
              {...ties}
              className="kit-input"
              value={url}
              readOnly
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button isIconOnly icon={outcome === "copied" ? "check" : "copy"} onClick={() => void copy()}>
              Copy the link
            </Button>
          </div>
        )}
      </KitField>
      <p className="kit-hint" role="status">
        {outcome === "copied" && "Copied."}
        {outcome === "failed" && "This browser did not copy it. Select the link and copy it yourself."}
      </p>
    </div>
  );
}
