import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { Bar } from "../bar.tsx";
import { ReportPanel } from "../report-panel.tsx";
import { type AnalyticsState, buildPath } from "../state.ts";
import { FunnelBuilder } from "./funnel-builder.tsx";
import type { FunnelForm, FunnelsView } from "./view.ts";
import "../recipes.ts";
import "#app/staff/recipes.ts";

interface FunnelsReportProps {
  state: AnalyticsState;
  view: FunnelsView;
  /** The form as it was refused; null where it was not, or where the address has what it holds. */
  refused: FunnelForm | null;
}

/** The funnels that there are, the form of one, and how far visits came in it. */
export function FunnelsReport({ state, view, refused }: FunnelsReportProps) {
  const { list, name, own, copyPath, steps, outcome } = view;
  const form = refused ?? view.form;
  const isAsked = { preventScrollReset: true };
  return (
    <div className="panels report report-funnels staff-wide">
      <section className="panel" aria-labelledby="funnel-list">
        <header>
          <h2 id="funnel-list">All funnels</h2>
          <div className="mini">
            <Link
              className={nameButton({ kind: "ghost", isSmall: true })}
              data-opens="funnel-new"
              to={`${buildPath(state, { edit: "funnel-new" })}#funnel-form`}
            >
              New funnel
            </Link>
          </div>
        </header>
        <nav
          className="funnel-list: [&>a]:flex [&>a]:items-center [&>a]:min-h-32px [&>a]:p-[4px_8px] [&>a]:rounded-6px [&>a]:wrap-anywhere [&>a:hover]:bg-surface-2 [&>[aria-current]]:bg-surface-2 [&>[aria-current]]:font-600 lt-md:[&>a]:min-h-44px"
          aria-label="Funnels"
        >
          {list.map((each) => (
            <Link key={each.id} to={each.to} aria-current={each.isChosen ? "true" : undefined} {...isAsked}>
              {each.name}
            </Link>
          ))}
        </nav>
      </section>
      <div className="funnel-main: grid gap-1px content-start min-w-0 bg-line">
        {form && <FunnelBuilder key={JSON.stringify([form.id, form.name, form.rows])} state={state} form={form} />}
        <ReportPanel
          title={name}
          note="Visits of these days that did one step after the other, whatever they did in between. Share and lost: of the step before. Time: half of them took so long, or less, since the step before. A goal counts where the visit shows that it was reached."
          {...(form ? {} : { fileOf: state })}
          tabs={
            !form && (
              <>
                {own && (
                  <Link
                    className={nameButton({ kind: "ghost", isSmall: true })}
                    data-opens="funnel"
                    to={`${buildPath(state, { edit: "funnel", funnel: own.id, version: own.version })}#funnel-form`}
                  >
                    Change
                  </Link>
                )}
                <Link className={nameButton({ kind: "ghost", isSmall: true })} to={`${copyPath}#funnel-form`}>
                  Duplicate
                </Link>
                {own && (
                  <DialogTrigger dialog="funnel-delete" kind="ghost" isSmall>
                    Delete…
                  </DialogTrigger>
                )}
              </>
            )
          }
        >
          {outcome && <p className="panel-note">{outcome}</p>}
          {steps ? (
            <FunnelTable name={name} steps={steps} />
          ) : (
            <p className="panel-none">Fill in two steps, then press Preview to see how far visits came.</p>
          )}
        </ReportPanel>
      </div>
      {own && (
        <ConfirmDialog
          id="funnel-delete"
          title="Delete this funnel?"
          verb="Delete"
          count={1}
          noun="funnel"
          tone="danger"
          action={buildPath(state, { funnel: null })}
          fields={{ do: "funnel-delete", id: own.id, version: String(own.version) }}
        >
          <p>“{name}” disappears for everybody. It cannot be brought back; no visit is deleted.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface FunnelTableProps {
  name: string;
  steps: NonNullable<FunnelsView["steps"]>;
}

/** A row for each step, with the visits that came as far. */
function FunnelTable({ name, steps }: FunnelTableProps) {
  const hasBefore = steps.some(({ before }) => before !== null);
  return (
    // Can be scrolled, so it has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="report-scroll" role="region" aria-label={`${name}: table`} tabIndex={0}>
      <table className="bars funnel-table: min-w-620px">
        <caption className="kit-unseen">{name}: steps with the visits that came as far</caption>
        <TableHead names={["Step", "Visits", "Share", "Lost", "Of all", "Time", hasBefore && "Before"]} />
        <tbody>
          {steps.map(({ key, visits, share, lost, ofFirst, time, before, ...row }) => (
            <tr key={key}>
              <th scope="row">
                <Bar {...row} title={row.name} to={null} />
              </th>
              <td>{visits}</td>
              <td>{share ?? "–"}</td>
              <td>{lost ?? "–"}</td>
              <td>{ofFirst ?? "–"}</td>
              <td>{time ?? "–"}</td>
              {hasBefore && <td>{before ?? "–"}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
