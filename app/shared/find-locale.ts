/** The first language of an Accept-Language header that Intl knows; British English without one. */
export function findLocale(acceptLanguage: string | null): string {
  const tags = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  for (const tag of tags) {
    try {
      const [supported] = Intl.NumberFormat.supportedLocalesOf(tag);
      if (supported) return supported;
    } catch {
      // No language tag ("*", or nonsense): look at the next.
    }
  }
  return "en-GB";
}
