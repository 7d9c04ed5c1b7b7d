import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { coverSizes } from "#shared/insights/cover-sizes.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { cutAround, type Focus } from "../cover/cut-around.ts";
import { readPicture } from "../cover/make-cover.ts";
import { nameControl } from "./panel-parts.ts";
import "#app/writing-kit/recipes.ts";

type PictureCoverOptions = Extract<NonNullable<InsightDraft["cover"]>, { picture: string }>;

interface PictureCoverProps {
  cover: PictureCoverOptions;
  onChange: (cover: PictureCoverOptions) => void;
  /** Chooses another picture. */
  pick: () => void;
}

const axes = [
  { axis: "x", label: "Focal point across", from: "left" },
  { axis: "y", label: "Focal point down", from: "top" },
] as const;

/** An uploaded picture with the point around which it is cut: by pointer on the picture, or by two sliders. */
export function PictureCover({ cover, onChange, pick }: PictureCoverProps) {
  const point = useRef<HTMLSpanElement>(null);
  const { focus } = cover;

  useLayoutEffect(() => {
    point.current?.style.setProperty("left", `${focus.x * 100}%`);
    point.current?.style.setProperty("top", `${focus.y * 100}%`);
  }, [focus.x, focus.y]);

  function move(next: Partial<Focus>) {
    onChange({ ...cover, focus: { ...focus, ...next } });
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    move({ x: share(event.clientX - box.left, box.width), y: share(event.clientY - box.top, box.height) });
  }

  return (
    <>
      <div
        className="panel-focus"
        id={nameControl("cover")}
        tabIndex={-1}
        onPointerDown={follow}
        onPointerMove={follow}
      >
        <img src={`/media/${cover.picture}`} alt="As it was uploaded" draggable={false} />
        <span ref={point} className="panel-point" aria-hidden="true" />
      </div>
      {axes.map(({ axis, label, from }) => (
        <KitField key={axis} label={label}>
          {(ties) => (
            <input
              {...ties}
              className="panel-range"
              type="range"
              min={0}
              max={100}
              value={Math.round(focus[axis] * 100)}
              aria-valuetext={`${Math.round(focus[axis] * 100)} % from the ${from}`}
              onChange={({ target }) => move({ [axis]: Number(target.value) / 100 })}
            />
          )}
        </KitField>
      ))}
      <Cuts cover={cover} />
      <Button icon="image" onClick={pick}>
        Choose another picture
      </Button>
    </>
  );
}

/** How far `at` is along `length`, 0..1 in hundredths. */
function share(at: number, length: number): number {
  return Math.round(Math.min(Math.max(at / Math.max(1, length), 0), 1) * 100) / 100;
}

/** What is left of the picture at the head of the article, and on cards and phones. */
function Cuts({ cover: { picture, focus } }: { cover: PictureCoverOptions }) {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>();
  const canvases = useRef(new Map<string, HTMLCanvasElement>());

  useEffect(() => {
    let isOver = false;
    let read: ImageBitmap | undefined;
    readPicture(picture).then(
      (found) => {
        read = found;
        if (isOver) found.close();
        else setBitmap(found);
      },
      () => isOver || setBitmap(null),
    );
    return () => {
      isOver = true;
      setBitmap(undefined);
      read?.close();
    };
  }, [picture]);

  useEffect(() => {
    if (!bitmap) return;
    for (const canvas of canvases.current.values()) {
      const { x, y, width, height } = cutAround(bitmap, focus, canvas);
      canvas.getContext("2d")?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
    }
  }, [bitmap, focus]);

  if (bitmap === null) return <p className="kit-hint">The picture could not be read, so it cannot be cut.</p>;
  return (
    <div className="panel-cuts">
      {(["wide", "card"] as const).map((part) => (
        <canvas
          key={part}
          ref={(canvas) => {
            if (canvas) canvases.current.set(part, canvas);
            else canvases.current.delete(part);
          }}
          width={coverSizes[part].width / 2}
          height={coverSizes[part].height / 2}
          role="img"
          aria-label={part === "wide" ? "As the article shows it" : "As cards and phones show it"}
        />
      ))}
    </div>
  );
}
