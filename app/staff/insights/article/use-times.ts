import { useState } from "react";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { useReaderZone } from "#app/ui/local-time.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ClockTime, Times } from "../panel/panel-parts.ts";
import type { Newest } from "#app/writing-kit/saving/answers.ts";

/** Who shows the times. */
type Place = "panel" | "dialog";

export interface ArticleTimes {
  value: Times;
  /** Changes some of them; the fields of the other place show it. */
  change: (from: Place, patch: Partial<Times>) => void;
  /** Keys of the fields of each place: with another one they show `value` again. */
  keys: Record<Place, string>;
}

const noTimes: Times = { publishAt: null, unpublishAt: null };

/**
 * From when to when readers are to see the article: as it stands on the server, until somebody sets another time in the
 * panel or in the dialog for publishing. In the zone of the reader, which the server does not know.
 */
export function useTimes({ status, publishAt, unpublishAt, readAt }: Newest): ArticleTimes {
  const hasScript = useHydrated();
  const zone = useReaderZone() ?? "UTC";
  const planned = status === "published" && publishAt !== null && publishAt > readAt ? publishAt : null;
  const stored = `${hasScript} ${planned} ${unpublishAt}`;
  const [changed, setChanged] = useState({ of: "", value: noTimes, panel: 0, dialog: 0 });
  // What was set is forgotten when something else is stored.
  const current =
    changed.of === stored
      ? changed
      : {
          of: stored,
          value: hasScript ? { publishAt: toClock(planned, zone), unpublishAt: toClock(unpublishAt, zone) } : noTimes,
          panel: 0,
          dialog: 0,
        };

  return {
    value: current.value,
    keys: { panel: `${stored} ${current.panel}`, dialog: `${stored} ${current.dialog}` },
    change(from, patch) {
      const other: Place = from === "panel" ? "dialog" : "panel";
      setChanged({ ...current, value: { ...current.value, ...patch }, [other]: current[other] + 1 });
    },
  };
}

function toClock(at: number | null, zone: string): ClockTime | null {
  if (at === null) return null;
  return { local: writeZonedTime(at, zone), zone };
}
