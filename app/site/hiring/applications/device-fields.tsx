import { readChoice } from "#app/client/read-choice.ts";
import { readTimeZone } from "#app/client/time-zone.ts";
import { visitorKey } from "#shared/analytics/consent.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Hidden fields that only the device knows: its time zone and, of who accepted to be counted, the site that led here. */
export function DeviceFields() {
  const hydrated = useHydrated();
  const timeZone = hydrated ? readTimeZone() : "";
  return (
    <>
      <input type="hidden" name="timeZone" value={timeZone} />
      <input type="hidden" name="referrer" value={hydrated ? readReferrer() : ""} />
    </>
  );
}

function readReferrer(): string {
  try {
    if (readChoice() !== "accepted") return "";
    const { referrer = "" } = JSON.parse(localStorage.getItem(visitorKey) ?? "{}") as { referrer?: string };
    const host = URL.parse(referrer)?.hostname ?? "";
    return host === location.hostname ? "" : host;
  } catch {
    return "";
  }
}
