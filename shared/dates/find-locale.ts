/** The first language of an Accept-Language header that Intl supports, or British English. */
export function findLocale(acceptLanguage: string | null): string {
  const tags = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  for (const tag of tags) {
    try {
      const [supported] = Intl.NumberFormat.supportedLocalesOf(tag);
      if (supported) return supported;
    } catch {
      // Not a language tag, such as "*": try the next one.
    }
  }
  return "en-GB";
}
