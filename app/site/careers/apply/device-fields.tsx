import { useEffect, useState } from "react";
import { readChoice } from "#app/client/consent-choice.ts";
import { visitorKey } from "#app/shared/consent.ts";

/** Hidden fields that only the device knows: its time zone and, of who accepted to be counted, the site that led here. */
export function DeviceFields() {
  const [known, setKnown] = useState({ timeZone: "", referrer: "" });
  useEffect(() => {
    setKnown({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, referrer: readReferrer() });
  }, []);
  return (
    <>
      <input type="hidden" name="timeZone" value={known.timeZone} />
      <input type="hidden" name="referrer" value={known.referrer} />
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
