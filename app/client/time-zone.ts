// Bundle: apply
/** The IANA name of the device's time zone. */
export function readTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
