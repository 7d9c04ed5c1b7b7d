import { careersLife } from "#app/content/pages/careers-life.ts";
import { Aside } from "#app/site/parts/aside.tsx";
import { MarkedList } from "#app/site/parts/marked-list.tsx";

/** How to ask for adjustments before an interview. */
export function Access() {
  const { title, paragraphs, adjustments } = careersLife.access;
  return (
    <Aside title={title} paragraphs={paragraphs}>
      <MarkedList items={adjustments} />
    </Aside>
  );
}
