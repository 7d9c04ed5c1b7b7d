import { Form, Link, useNavigation } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { orOffline } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/import.ts";
import { answerImport } from "./answer-import.ts";
import { ImportPlan } from "./import-plan.tsx";
import { page } from "./page.ts";
import { toManager } from "./to-manager.ts";
import "./recipes.ts";
import "./accounts.css";

export const middleware = [requirePermission(page.permission, { write: "accounts.invite" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const path = `${page.path}/import`;

export function loader({ context }: Route.LoaderArgs) {
  return { reader: context.get(staffContext).user.id };
}

export async function action({ context, request }: Route.ActionArgs) {
  const manager = toManager(context.get(staffContext));
  return answerImport({ request, manager, scope: context.get(requestScope) });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}

/** Without a network the file stays in its field. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const title = "The site could not be reached. Nobody has been invited; please try again.";
  return orOffline(serverAction, (): Refusal => ({ status: 0, title, problems: [] }));
}

export const meta = () => buildPageMeta({ name: "Invite from a file" });

/** Invites many people from a file: first a look at what it would do, then exactly that. */
export default function Import({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const refused = actionData && !("lines" in actionData) ? actionData : null;
  const answer = actionData && "lines" in actionData ? actionData : null;
  const text = [refused?.answers?.text ?? answer?.text ?? ""].flat().join("");
  const problem = (field: string) => refused?.problems.find((each) => each.field === field)?.message;
  return (
    <>
      <PageHead
        title="Invite from a file"
        actions={
          <Link className={nameButton()} to={page.path}>
            Back to the accounts
          </Link>
        }
      >
        First you see what each line would do. Nothing is sent before you confirm it.
      </PageHead>
      {answer && <ImportPlan answer={answer} path={path} isBusy={isBusy} />}
      <Form
        className="user-invite-form user-invite-page"
        method="post"
        action={path}
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
        {answer && <h2>Another file</h2>}
        <input type="hidden" name="intent" value="check" />
        <div id={toFieldId("file")} tabIndex={-1}>
          <DropZone
            label="CSV file"
            name="file"
            accept=".csv,text/csv,text/plain"
            error={problem("file")}
            hint="Columns email, roles and note, with or without a first line that names them. Several roles in one cell: marketing admin | HR. At most 500 lines and 1 MB."
          />
        </div>
        <KitTextArea
          id={toFieldId("text")}
          label="Or its lines"
          isOptional
          error={problem("text")}
          key={answer?.fingerprint}
          name="text"
          rows={5}
          spellCheck={false}
          placeholder="ada@example.com, Marketing admin, You can start on Monday."
          defaultValue={answer ? "" : text}
        />
        <div className="kit-row">
          <Button kind={answer ? "plain" : "primary"} type="submit" isBusy={isBusy}>
            Look at it
          </Button>
        </div>
      </Form>
    </>
  );
}
