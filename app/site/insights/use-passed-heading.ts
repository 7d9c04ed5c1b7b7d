import { useEffect, useState } from "react";

/**
 * The id of the last heading that the reader has scrolled past, "" above the first. For text without section elements,
 * such as an article; for sections use app/ui/use-current-section.ts.
 */
export function usePassedHeading(ids: readonly string[]): string {
  const [current, setCurrent] = useState("");
  const list = ids.join(" ");
  useEffect(() => {
    const headings = list.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const passed = new Set<Element>();
    // A heading counts as passed when it is in the upper 30 % of the window or above it.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) passed[isIntersecting ? "add" : "delete"](target);
        setCurrent(headings.findLast((heading) => passed.has(heading))?.id ?? "");
      },
      { rootMargin: "1000000px 0px -70% 0px" },
    );
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [list]);
  return current;
}
