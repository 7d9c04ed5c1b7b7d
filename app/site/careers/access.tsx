import { careers } from "#app/content/pages/careers.ts";
import { Aside } from "../parts/aside.tsx";
import { MarkedList } from "../parts/marked-list.tsx";

/** How to ask for adjustments before an interview. */
export function Access() {
  const { title, paragraphs, adjustments } = careers.access;
  return (
    <Aside title={title} paragraphs={paragraphs}>
      <MarkedList items={adjustments} />
    </Aside>
  );
}
