import type { Architecture } from "#app/content/page-types.ts";
import { industryTemplate } from "#app/content/pages/industry-template.ts";
import { Table } from "#app/ui/table.tsx";
import { type DrawnArchitecture, layOutArchitecture, type MessageSizes, lineHeight } from "./lay-out-architecture.ts";
import { layOutUpright, uprightSizes } from "./lay-out-upright.ts";

/**
 * The reference architecture: a wide drawing, an upright one on phones, a list of columns at widths between, and its
 * flows as a table.
 */
export function ArchitectureBand({ architecture }: { architecture: Architecture }) {
  const { title, summary, columns, flows } = architecture;
  const names = new Map(columns.flatMap(({ blocks }) => blocks.map(({ id, name }) => [id, name] as const)));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <section id="architecture" className="band section" aria-labelledby="architecture-title">
      <div className="wrap">
        <div className="arch-head">
          <h2 id="architecture-title" className="d2">
            {title}
          </h2>
          <div className="arch-summary">
            <p className="caption">{industryTemplate.architecture.caption}</p>
            <p id="architecture-summary" className="muted">
              {summary}
            </p>
          </div>
        </div>
        <Drawing title={title} className="arch" drawn={layOutArchitecture(architecture)} sizes={lineHeight} />
        <Drawing title={title} className="arch arch-upright" drawn={layOutUpright(architecture)} sizes={uprightSizes} />
        <ol className="arch-list">
          {columns.map((column) => (
            <li key={column.name}>
              <h3>{column.name}</h3>
              <ul>
                {column.blocks.map(({ id, name, note }) => (
                  <li key={id}>
                    <b>{name}</b>
                    <p>{note}</p>
                    {flows
                      .filter(({ from }) => from === id)
                      .map((flow) => (
                        <p key={flow.to} className="arch-flow">
                          <span className="i-ph-arrow-down" aria-hidden="true" />
                          <span>
                            {flow.name} <span className="sr-only">{industryTemplate.architecture.goes}</span>{" "}
                            {industryTemplate.architecture.to} {nameOf(flow.to)}
                          </span>
                        </p>
                      ))}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <details className="arch-words">
          <summary>
            <span className="i-ph-plus" aria-hidden="true" />
            {industryTemplate.architecture.table}
          </summary>
          <Table
            caption={industryTemplate.architecture.tableTitle(title)}
            columns={industryTemplate.architecture.columns}
            rows={flows.map(({ from, name, to }) => [nameOf(from), name, nameOf(to)])}
          />
        </details>
      </div>
    </section>
  );
}

interface DrawingProps {
  title: string;
  className: string;
  drawn: DrawnArchitecture;
  sizes: MessageSizes;
}

function Drawing({ title, className, drawn: { width, height, columns, blocks, flows }, sizes }: DrawingProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height + 2}`}
      role="img"
      aria-label={industryTemplate.architecture.diagram(title)}
      aria-describedby="architecture-summary"
    >
      {flows.map(({ path }) => (
        <path key={path} className="arch-line" d={path} />
      ))}
      {columns.map(({ name, x, y }) => (
        <text key={name} className="arch-column" x={x} y={y}>
          {name}
        </text>
      ))}
      {flows.map(({ path, arrow, label }) => (
        <g key={path}>
          <path className="arch-arrow" d={`M${arrow.x - 9} ${arrow.y}l9-6 9 6-9 6z`} />
          <Lines className="arch-label" lines={label.lines} x={label.x} y={label.y} step={sizes.label} />
        </g>
      ))}
      {blocks.map((block) => {
        const text = block.name.length * sizes.name + block.note.length * sizes.note;
        const y = block.y + (block.height - text) / 2 + 15;
        const x = block.x + block.padding;
        return (
          <g key={block.id} className={block.last ? "arch-block arch-last" : "arch-block"}>
            <rect x={block.x + 1} y={block.y + 1} width={block.width - 2} height={block.height - 2} />
            <Lines className="arch-name" lines={block.name} x={x} y={y} step={sizes.name} />
            <Lines
              className="arch-note"
              lines={block.note}
              x={x}
              y={y + block.name.length * sizes.name}
              step={sizes.note}
            />
          </g>
        );
      })}
    </svg>
  );
}

interface LinesProps {
  className: string;
  lines: readonly string[];
  x: number;
  y: number;
  step: number;
}

function Lines({ className, lines, x, y, step }: LinesProps) {
  return (
    <text className={className} y={y}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : step}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
