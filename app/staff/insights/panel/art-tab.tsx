import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { Switch } from "#app/staff-kit/switch.tsx";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { isPictureCover } from "../cover/make-cover.ts";
import type { CoverState } from "../cover/use-cover-pictures.ts";
import type { PickedPicture } from "#app/staff/media/picture-picker.tsx";
import { DrawnCover, makeSeed } from "./drawn-cover.tsx";
import { type DraftChange, nameControl } from "./panel-parts.ts";
import { PictureCover } from "./picture-cover.tsx";
import "#app/writing-kit/recipes.ts";

interface ArtTabProps {
  draft: InsightDraft;
  onChange: DraftChange;
  pickPicture: () => Promise<PickedPicture | null>;
  state: CoverState;
  retry: () => void;
}

type Kind = "drawn" | "picture" | "none";

/** The cover: drawn by the generator, or cut out of an uploaded picture; and what it shows, in words. */
export function ArtTab({ draft, onChange, pickPicture, state, retry }: ArtTabProps) {
  const { cover } = draft;
  const kind: Kind = !cover ? "none" : isPictureCover(cover) ? "picture" : "drawn";
  // What it was before, to go back to.
  const [former, setFormer] = useState<{ drawn?: InsightDraft["cover"]; picture?: InsightDraft["cover"] }>({});
  const [trouble, setTrouble] = useState<string>();

  /** Pictures of another cover are made anew. */
  function change(next: InsightDraft["cover"], alt?: string) {
    onChange({ cover: next, pictures: null, ...(alt !== undefined && { coverAlt: alt }) });
  }

  async function pick() {
    setTrouble(undefined);
    const picked = await pickPicture().catch(() => undefined);
    if (picked === undefined) setTrouble("The library could not be opened just now. Please try again.");
    if (!picked) return;
    const picture = picked.src.replace(/^\/media\//, "");
    change({ picture, focus: picked.focus }, picked.alt || undefined);
  }

  function choose(next: Kind) {
    if (next === kind) return;
    setFormer({ ...former, [kind]: cover });
    if (next === "none") return change(null);
    if (next === "drawn")
      return change(former.drawn ?? { motif: "streams", seed: draft.slug || makeSeed(), lead: null, density: 1 });
    if (former.picture) change(former.picture);
    else void pick();
  }

  return (
    <div className="panel-fields">
      <Segments
        label="Cover"
        name="cover-kind"
        value={kind}
        onChange={(value) => choose(value as Kind)}
        options={[
          { value: "drawn", name: "Drawn" },
          { value: "picture", name: "Uploaded" },
          { value: "none", name: "None" },
        ]}
      />
      {trouble && (
        <p className="kit-error" role="alert">
          {trouble}
        </p>
      )}
      {cover && isPictureCover(cover) && <PictureCover cover={cover} onChange={change} pick={() => void pick()} />}
      {cover && !isPictureCover(cover) && <DrawnCover cover={cover} onChange={change} />}
      {!cover && (
        <div id={nameControl("cover")} tabIndex={-1}>
          <EmptyState
            title="No cover"
            action={
              <Button icon="image" onClick={() => choose("drawn")}>
                Draw one
              </Button>
            }
          >
            Lists and shared links would show this article without a picture.
          </EmptyState>
        </div>
      )}
      {cover && <CoverProgress state={state} retry={retry} />}
      {cover && <CoverAlt value={draft.coverAlt} onChange={(coverAlt) => onChange({ coverAlt })} />}
    </div>
  );
}

const words = {
  stored: "The cover is stored.",
  waiting: "The cover has changed.",
  drawing: "Storing the cover…",
  elsewhere: "Somebody else has changed it. It comes from their page.",
};

function CoverProgress({ state, retry }: { state: CoverState; retry: () => void }) {
  return (
    <div className="kit-row" role="status">
      {state.kind === "failed" ? (
        <>
          <p className="kit-error">{state.message}</p>
          <Button isSmall onClick={retry}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <p className="kit-hint">{words[state.kind]}</p>
          {state.kind === "elsewhere" && (
            <Button isSmall onClick={retry}>
              Draw it here
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** "" is a decorative cover; null means that nobody has said. */
function CoverAlt({ value, onChange }: { value: string | null; onChange: (alt: string | null) => void }) {
  const [former, setFormer] = useState("");
  const isDecorative = value === "";
  return (
    <>
      {!isDecorative && (
        <KitTextArea
          label="Alt text"
          id={nameControl("coverAlt")}
          error={value === null ? "Describe the picture, or mark it as decorative." : undefined}
          hint="For those who cannot see it."
          rows={3}
          maxLength={300}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        />
      )}
      <Switch
        id={isDecorative ? nameControl("coverAlt") : undefined}
        checked={isDecorative}
        onChange={({ target }) => {
          setFormer(value ?? "");
          onChange(target.checked ? "" : former || null);
        }}
      >
        Decorative only
      </Switch>
    </>
  );
}
