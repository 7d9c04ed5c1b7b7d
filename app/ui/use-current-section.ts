import { useEffect, useState } from "react";

/** A line across the window, 40 % down: the section that crosses it is the one being read. */
const readingLine = "-40% 0px -59% 0px";

/**
 * The id of the section being read, of those given in the order of the page; undefined between and beside them, and
 * until hydration. For contents and pills, which mark it with `aria-current="true"`.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const key = ids.join(" ");

  useEffect(() => {
    const order = key.split(" ");
    const crossing = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) crossing.add(target.id);
          else crossing.delete(target.id);
        }
        setCurrent(order.findLast((id) => crossing.has(id)));
      },
      { rootMargin: readingLine },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [key]);

  return current;
}
