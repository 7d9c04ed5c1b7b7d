import { useEffect, useState } from "react";
import { writeZonedTime } from "#app/shared/zoned-time.ts";
import type { ClockTime, Times } from "../panel/panel-parts.ts";
import type { Newest } from "../saving/answers.ts";

/** Who hears of the times. */
type Place = "panel" | "dialog";

export interface ArticleTimes {
  value: Times;
  /** Changes some of them; the fields of the other place show it. */
  change: (from: Place, patch: Partial<Times>) => void;
  /** Another number makes the fields of that place show `value` again. */
  turns: Record<Place, number>;
}

/**
 * From when to when readers are to see the article: as it stands on the server, until somebody sets another time in the
 * panel or in the dialog for publishing. In the zone of the reader, which the server does not know.
 */
export function useTimes({ status, publishAt, unpublishAt, readAt }: Newest): ArticleTimes {
  const [times, setTimes] = useState<Pick<ArticleTimes, "value" | "turns">>({
    value: { publishAt: null, unpublishAt: null },
    turns: { panel: 0, dialog: 0 },
  });
  const planned = status === "published" && publishAt !== null && publishAt > readAt ? publishAt : null;

  useEffect(() => {
    setTimes(({ turns }) => ({
      value: { publishAt: toClock(planned), unpublishAt: toClock(unpublishAt) },
      turns: { panel: turns.panel + 1, dialog: turns.dialog + 1 },
    }));
  }, [planned, unpublishAt]);

  return {
    ...times,
    change: (from, patch) =>
      setTimes(({ value, turns }) => {
        const other: Place = from === "panel" ? "dialog" : "panel";
        return { value: { ...value, ...patch }, turns: { ...turns, [other]: turns[other] + 1 } };
      }),
  };
}

function toClock(at: number | null): ClockTime | null {
  if (at === null) return null;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { local: writeZonedTime(at, zone), zone };
}
