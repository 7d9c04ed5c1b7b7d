import type { LegalPage, LegalSection, LegalTable, PrivacyTable } from "#app/content/legal.ts";
import { labels } from "#app/content/labels.ts";
import { formatDay } from "#shared/dates/format-day.ts";
import { Table } from "#app/ui/table.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { MarkedList } from "../parts/marked-list.tsx";
import { LegalContents } from "./legal-contents.tsx";

interface DocumentProps extends LegalPage {
  /** For the sections that have one. */
  tables?: Record<PrivacyTable, LegalTable>;
}

/** A legal page: contents at the left, text at the right. */
export function LegalDocument({ title, updated, intro, sections, tables }: DocumentProps) {
  return (
    <div className="wrap legal: grid grid-cols-[minmax(0,_1fr)] gap-[32px_gutter] py-[clamp(12px,_2.2vw,_32px)_section] [&_h1]:my-[clamp(12px,_2.4vw,_40px)_16px] md:grid-cols-[3fr_8fr] md:gap-x-[clamp(32px,_5vw,_96px)] md:[&>header]:col-[1/-1] md:[&>header]:mb-16px print:block">
      <header>
        <Breadcrumb trail={[{ to: "/", name: labels.home }]} here={title} />
        <h1 className="d2">{title}</h1>
        <p className="muted">
          {labels.lastChanged} <time dateTime={updated}>{formatDay(updated)}</time>
        </p>
      </header>
      <LegalContents sections={sections} />
      <div className="legal-text: [&>section]:mt-48px [&>section>*+*]:mt-1.05em [&_h2]:text-fluid-24-30 [&_h2]:leading-1.15">
        <p className="legal-intro: text-19 leading-1.5">{intro}</p>
        {sections.map(({ table, ...section }) => (
          <Section key={section.id} {...section} table={table && tables?.[table]} />
        ))}
      </div>
    </div>
  );
}

type SectionProps = Omit<LegalSection, "table"> & { table: LegalTable | undefined };

function Section({ id, title, paragraphs, list, table }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {paragraphs.map((text) => (
        <p key={text}>
          <CopyText>{text}</CopyText>
        </p>
      ))}
      {list && <MarkedList items={list} />}
      {table && (
        <Table
          {...table}
          rows={table.rows.map((row) => row.map((text) => <CopyText key={text}>{text}</CopyText>))}
          showCaption
        />
      )}
    </section>
  );
}
