import { useEffect, useState } from "react";

/** A horizontal line at 40 % of the window's height: the section that crosses it is the one being read. */
const readingLine = "-40% 0px -59% 0px";

/**
 * The id of the section being read, of those given in page order. Undefined outside of them and until hydration. Tables
 * of contents and pills mark it with `aria-current="true"`.
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
