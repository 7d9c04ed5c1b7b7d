import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { ScrollTable } from "#app/staff/search/scroll-table.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { OperationsView } from "./operations-view.ts";
import type { ErrorView } from "./rows-view.ts";
import { page } from "./page.ts";
import { Ago } from "./state-panels.tsx";
import "./recipes.ts";
import "../analytics/recipes.ts";
import "../search/recipes.ts";

const states = {
  new: ["New", "danger"],
  again: ["Again", "warn"],
  seen: ["Seen", "plain"],
} as const;

export function ErrorsPanel({ errors, moreErrors, readAt }: Pick<OperationsView, "errors" | "moreErrors" | "readAt">) {
  const isNews = errors.some(({ state }) => state !== "seen");
  return (
    <section className="panel ops-panel" aria-labelledby="errors">
      <header>
        <h2 id="errors">Errors of the last 24 hours</h2>
        {isNews && (
          <div className="ops-end">
            <DialogTrigger dialog="all-seen" isSmall>
              Mark all as seen…
            </DialogTrigger>
          </div>
        )}
      </header>
      {errors.length === 0 ? (
        <p className="panel-none">No errors in the last day.</p>
      ) : (
        <ScrollTable
          label="Errors"
          heads={["Error", "Times", "First", "Last", "Version", "State", "Details"]}
          numbers={[1]}
        >
          {errors.map((error) => (
            <tr key={error.fingerprint}>
              <th scope="row">
                {error.title}
                <span className="ops-message: [.ops-panel_.kit-table_tbody_&]:[display:-webkit-box] [.ops-panel_.kit-table_tbody_&]:overflow-hidden [.ops-panel_.kit-table_tbody_&]:[-webkit-box-orient:vertical] [.ops-panel_.kit-table_tbody_&]:[-webkit-line-clamp:3]">
                  {error.isDemo && <Tag>Demo</Tag>} {error.place && `${error.place}: `}
                  {error.message}
                </span>
              </th>
              <td className="search-number" data-label="Times">
                {error.count}
              </td>
              <td data-label="First">{error.first.ago}</td>
              <td data-label="Last">
                <Ago at={error.last} />
              </td>
              <td data-label="Version">{error.version}</td>
              <td data-label="State">
                <StatusChip tone={states[error.state][1]}>{states[error.state][0]}</StatusChip>
              </td>
              <td>
                <DialogTrigger dialog={`error-${error.fingerprint}`} isSmall>
                  Details<span className="kit-unseen"> of {error.title}</span>
                </DialogTrigger>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      {moreErrors && <p className="panel-none">{moreErrors}</p>}
      <ConfirmDialog
        id="all-seen"
        title="Mark all errors as seen?"
        summary="This cannot be undone."
        verb="Mark"
        count={null}
        noun={["error", "errors as seen"]}
        action={page.path}
        fields={{ do: "all-seen", until: String(readAt) }}
      >
        <p>Also those that are not shown here, up to now. What happens again shows again.</p>
      </ConfirmDialog>
      {errors.map((error) => (
        <ErrorDialog key={error.fingerprint} error={error} readAt={readAt} />
      ))}
    </section>
  );
}

function ErrorDialog({ error, readAt }: { error: ErrorView; readAt: number }) {
  const id = `error-${error.fingerprint}`;
  return (
    <Dialog
      id={id}
      title={error.title}
      place="side"
      className="ops-error: [&_pre]:font-mono [&_pre]:wrap-anywhere [&_code]:font-mono [&_code]:wrap-anywhere [&_pre]:p-[10px_12px] [&_pre]:whitespace-pre-wrap [&_pre]:text-13 [&_pre]:bg-surface"
      summary="If it happens again, it shows again."
      actions={
        <Button
          kind="primary"
          type="submit"
          form={`${id}-seen`}
          unavailable={error.state === "seen" ? "It is seen already." : undefined}
        >
          Mark as seen
        </Button>
      }
    >
      <p>{error.message}</p>
      <Properties
        rows={[
          { name: "Where", value: error.place || "Not known" },
          { name: "Times", value: `${error.count} in 24 hours` },
          { name: "First", value: <LocalTime at={error.first} /> },
          { name: "Last", value: <LocalTime at={error.last} /> },
          { name: "Version", value: error.version },
          { name: "Request", value: <code>{error.requestId}</code> },
        ]}
      />
      <p className="panel-note">
        Search the logs of the Worker for the request: they have the path and the whole stack.
      </p>
      {error.frames && <pre>{error.frames}</pre>}
      <Form
        id={`${id}-seen`}
        method="post"
        action={page.path}
        preventScrollReset
        onSubmit={({ currentTarget }) => closeDialog(currentTarget)}
        hidden
      >
        <input type="hidden" name="do" value="seen" />
        <input type="hidden" name="group" value={error.fingerprint} />
        <input type="hidden" name="until" value={readAt} />
      </Form>
    </Dialog>
  );
}
