import { useId, useState, useEffect } from "react";
import type { RampName } from "#app/art/palette.ts";
import { coverSizes } from "#shared/insights/cover-sizes.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField, KitInput } from "#app/staff-kit/field.tsx";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { drawCover, toDrawingUrl } from "../cover/draw-cover.client.ts";
import { toArticleCover } from "../cover/make-cover.ts";
import { motifTiles } from "./motif-tiles.ts";
import { nameControl } from "./panel-parts.ts";
import "#app/writing-kit/recipes.ts";

type DrawnCoverOptions = Exclude<NonNullable<InsightDraft["cover"]>, { picture: string }>;

/** The first is the motif's own. */
const leads: readonly { lead: RampName | null; name: string }[] = [
  { lead: null, name: "As the motif has it" },
  { lead: "verm", name: "Vermilion" },
  { lead: "gold", name: "Gold" },
  { lead: "petrol", name: "Petrol" },
  { lead: "azure", name: "Azure" },
  { lead: "leaf", name: "Leaf" },
  { lead: "rose", name: "Rose" },
];

interface DrawnCoverProps {
  cover: DrawnCoverOptions;
  onChange: (cover: DrawnCoverOptions) => void;
}

/** Chooses how the cover is drawn, with the drawing as it will be. */
export function DrawnCover({ cover, onChange }: DrawnCoverProps) {
  const id = useId();
  return (
    <>
      <DrawingPreview cover={cover} />
      <fieldset className="panel-motifs">
        <legend className="kit-label">
          Motif <span className="kit-optional">{motifTiles.find(({ motif }) => motif === cover.motif)?.name}</span>
        </legend>
        {motifTiles.map(({ motif, name, src }) => (
          <label key={motif} title={name}>
            <input
              type="radio"
              name={`${id}-motif`}
              checked={cover.motif === motif}
              onChange={() => onChange({ ...cover, motif })}
            />
            <img src={src} alt={name} width={64} height={48} loading="lazy" />
          </label>
        ))}
      </fieldset>
      <fieldset className="panel-leads">
        <legend className="kit-label">
          Lead colour <span className="kit-optional">{leads.find(({ lead }) => lead === cover.lead)?.name}</span>
        </legend>
        {leads.map(({ lead, name }) => (
          <label key={name} className={`panel-lead-${lead ?? "own"}`} title={name}>
            <input
              type="radio"
              name={`${id}-lead`}
              checked={cover.lead === lead}
              onChange={() => onChange({ ...cover, lead })}
            />
            <span className="kit-unseen">{name}</span>
          </label>
        ))}
      </fieldset>
      <div className="panel-seed">
        <KitInput
          label="Seed"
          hint="The same seed always draws the same picture."
          value={cover.seed}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...cover, seed: target.value })}
        />
        <Button isIconOnly icon="shuffle" onClick={() => onChange({ ...cover, seed: makeSeed() })}>
          Another seed
        </Button>
      </div>
      <KitField label="Field density" hint={`${Math.round(cover.density * 100)} % of the usual number of tiles.`}>
        {(ties) => (
          <input
            {...ties}
            className="panel-range"
            type="range"
            min={0.8}
            max={1.8}
            step={0.1}
            value={cover.density}
            aria-valuetext={`${Math.round(cover.density * 100)} %`}
            onChange={({ target }) => onChange({ ...cover, density: Number(target.value) })}
          />
        )}
      </KitField>
    </>
  );
}

/** A seed that nobody has thought of. */
export function makeSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");
}

/** Drawn once nothing has changed for a moment, one drawing at a time. */
function DrawingPreview({ cover }: { cover: DrawnCoverOptions }) {
  const [drawing, setDrawing] = useState<{ of: string; src: string | null }>();
  const wanted = JSON.stringify(cover);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      drawCover(toArticleCover(JSON.parse(wanted) as DrawnCoverOptions), [coverSizes.wide]).then(
        ([svg = ""]) => isOver || setDrawing({ of: wanted, src: toDrawingUrl(svg) }),
        () => isOver || setDrawing({ of: wanted, src: null }),
      );
    }, 150);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  const isLate = drawing?.of !== wanted;
  return (
    <figure className="panel-cover" aria-busy={isLate} id={nameControl("cover")} tabIndex={-1}>
      {drawing?.src ? (
        <img src={drawing.src} alt="The cover as it will be drawn" width={1440} height={520} />
      ) : (
        <p>{drawing ? "This browser could not draw the cover." : "Drawing…"}</p>
      )}
    </figure>
  );
}
