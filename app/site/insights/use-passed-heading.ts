import { useEffect, useState } from "react";

/**
 * The id of the last heading the reader has passed, "" above the first. For text without sections, such as an article;
 * where there are sections, app/ui/use-current-section.ts tells which one is being read.
 */
export function usePassedHeading(ids: readonly string[]): string {
  const [current, setCurrent] = useState("");
  const list = ids.join(" ");
  useEffect(() => {
    const headings = list.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const passed = new Set<Element>();
    // All that lies above the middle of the upper half of the window has been passed, however far above.
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
