import { lazy, Suspense, useState } from "react";
import { readZonedTime } from "#shared/dates/zoned-time.ts";
import { useReaderZone } from "#app/ui/local-time.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type FieldText, type FieldTies, KitField } from "./field.tsx";
import "./date-time-field.css";

interface DateTimeFieldProps extends FieldText {
  /** Sends the clock time (`2026-11-22T09:30`) under this name and the zone under `<name>-zone`; see readZonedTime. */
  name: string;
  /** Clock time and zone at first. Without a zone it is the reader's own. */
  defaultValue?: { local: string; zone?: string };
  /** Hears every change of either; `local` is "" while no day is chosen. */
  onChange?: (value: { local: string; zone: string }) => void;
  /** Of the control, where a link leads to it. */
  id?: string;
  /** Zones that stand first in the list. */
  zones?: readonly string[];
  isOptional?: boolean;
  /** Earliest clock time that can be chosen. */
  min?: string;
}

export interface DateTimeControlProps {
  label: string;
  ties: FieldTies;
  /** Empty until something is chosen. */
  local: string;
  min: string | undefined;
  change: (local: string) => void;
  /** A day alone, such as "2026-11-22". */
  isDay?: boolean;
}

/** React Aria comes with the first field of this kind that a browser shows, and never to the server. */
const AriaDateTime = import.meta.env.SSR
  ? null
  : lazy(() =>
      import("./date-time-aria.tsx").then(
        ({ DateTimeControl }) => ({ default: DateTimeControl }),
        // Without a network the page goes on with the browser's own control.
        () => ({ default: PlainDateTime }),
      ),
    );

function PlainDateTime({ ties, local, min, change, isDay = false }: DateTimeControlProps) {
  return (
    <input
      {...ties}
      className="kit-input"
      type={isDay ? "date" : "datetime-local"}
      value={local}
      min={min}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** What `name` sends: the browser's own field until script runs, and React Aria's after that. */
export function DateInput({ name, ...control }: DateTimeControlProps & { name: string }) {
  const { ties, local, min, change, isDay = false } = control;
  const hasScript = useHydrated();
  const plain = (
    <input
      {...ties}
      className="kit-input"
      type={isDay ? "date" : "datetime-local"}
      name={name}
      defaultValue={local}
      min={min}
      onChange={({ target }) => change(target.value)}
      ref={(input) => {
        // Written before hydration, when no handler was there to hear it.
        if (input && input.value !== local) change(input.value);
      }}
    />
  );
  if (!hasScript || !AriaDateTime) return plain;
  return (
    <Suspense fallback={plain}>
      <AriaDateTime {...control} />
      <input type="hidden" name={name} value={local} />
    </Suspense>
  );
}

const commonZones = ["UTC", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "America/New_York"];

/** A day and a time of day in a time zone. Until script runs it is the browser's own field. */
export function DateTimeField({
  label,
  hint,
  error,
  name,
  defaultValue,
  zones = commonZones,
  onChange,
  id,
  ...rest
}: DateTimeFieldProps) {
  const [local, setLocal] = useState(defaultValue?.local ?? "");
  const [picked, setPicked] = useState(defaultValue?.zone);
  const hasScript = useHydrated();
  const own = useReaderZone();
  const zone = picked ?? own ?? zones[0] ?? "UTC";
  function changeLocal(next: string) {
    setLocal(next);
    onChange?.({ local: next, zone });
  }
  function changeZone(next: string) {
    setPicked(next);
    onChange?.({ local, zone: next });
  }
  return (
    <KitField {...{ label, hint, error, id }} isOptional={rest.isOptional ?? false}>
      {(ties) => (
        <>
          <div className="kit-datetime: flex flex-wrap gap-6px [&>:first-child]:flex-[1_1_216px]">
            <DateInput {...{ label, ties, name, local }} min={rest.min} change={changeLocal} />
            <select
              className="kit-input kit-datetime-zone: [.kit-datetime>&]:flex-[1_1_150px] [.kit-datetime>&]:w-auto [.kit-datetime>&]:min-w-0 [.kit-datetime>&]:text-ellipsis"
              name={`${name}-zone`}
              aria-label={`${label}: time zone`}
              value={zone}
              onChange={({ target }) => changeZone(target.value)}
            >
              {listZones({ zone, own, first: zones, hasScript }).map((one) => (
                <option key={one} value={one}>
                  {one.replaceAll("_", " ")}
                </option>
              ))}
            </select>
          </div>
          {hasScript && own && <OwnTime local={local} zone={zone} own={own} />}
        </>
      )}
    </KitField>
  );
}

/** Says when that is for the reader, where it differs, and what clocks that change do to it. */
function OwnTime({ local, zone, own }: { local: string; zone: string; own: string }) {
  const instant = local ? readZonedTime(local, zone) : null;
  if (!instant) return null;
  const { at, kind } = instant;
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: own });
  const words = [
    kind === "skipped" && "Clocks there leave this time out; it is taken as much later.",
    kind === "twice" && "Clocks there show this time twice; the first is taken.",
    zone !== own && `That is ${format.format(at)} where you are.`,
  ].filter(Boolean);
  return words.length > 0 ? <p className="kit-hint">{words.join(" ")}</p> : null;
}

/** The zone in use, the reader's own, the common ones, then all that the browser knows. */
function listZones({
  zone,
  own,
  first,
  hasScript,
}: {
  zone: string;
  own: string | undefined;
  first: readonly string[];
  hasScript: boolean;
}): string[] {
  return [
    ...new Set([zone, ...(own ? [own] : []), ...first, ...(hasScript ? Intl.supportedValuesOf("timeZone") : [])]),
  ];
}
