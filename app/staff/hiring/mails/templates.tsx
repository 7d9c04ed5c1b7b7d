import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { mailTemplateKinds } from "#shared/hiring/mail-template.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/templates.ts";
import { page } from "#app/staff/hiring/applications/page.ts";
import { answerTemplates } from "./answer-templates.ts";
import { loadTemplates, type TemplateRow } from "./load-templates.ts";
import { TemplateForm } from "./template-form.tsx";
import { templatesPath } from "./templates-path.ts";
import "./recipes.ts";
import "#app/staff-kit/recipes.ts";
import "./mails.css";

export const middleware = [requirePermission("applications.change")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, request, url }: Route.LoaderArgs) {
  const locale = findLocale(request.headers.get("Accept-Language"));
  return loadTemplates({ url, locale, scope: context.get(requestScope) });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ templates }) => templates !== null);
}
clientLoader.hydrate = true as const;

export function action(args: Route.ActionArgs) {
  return answerTemplates(args);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: "Templates for mails" });

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { templates, open, done } = loaderData;
  const refusal = actionData && "refusal" in actionData ? actionData.refusal : null;
  return (
    <>
      <PageHead
        title="Templates for mails"
        actions={
          <>
            <Link className={nameButton()} to={page.path}>
              Job applications
            </Link>
            <Link className={nameButton({ kind: "primary" })} to={`${templatesPath}?open=new`}>
              New template
            </Link>
          </>
        }
      >
        {templates && `${countThings(templates.length, "template")} to begin a mail to a candidate with.`}
      </PageHead>
      <DoneNotice text={!actionData && done ? "The template is saved." : null} />
      <ListOutcome outcome={actionData?.outcome ?? null} path={templatesPath} />
      {actionData?.refusedView && (
        <p className="mails-refused" role="alert">
          {actionData.refusedView}
        </p>
      )}
      <div className="mails-templates: grid gap-20px xl:[&:has(.mails-template)]:grid-cols-[minmax(0,_1fr)_minmax(0,_440px)] xl:[&:has(.mails-template)]:items-start">
        {templates === null ? (
          <ErrorState title="The templates could not be read just now" action={<TryAgain to={templatesPath} />}>
            Nothing is lost. Please try again in a minute.
          </ErrorState>
        ) : templates.length === 0 ? (
          <EmptyState title="No templates">Mails can be written without one.</EmptyState>
        ) : (
          <TemplateTable templates={templates} openId={open?.id ?? null} />
        )}
        {(open ?? refusal) && (
          <TemplateForm key={open?.id ?? "new"} template={open} refusal={refusal} path={templatesPath} />
        )}
      </div>
    </>
  );
}

function TemplateTable({ templates, openId }: { templates: readonly TemplateRow[]; openId: string | null }) {
  return (
    <table className="kit-table mails-table: [&_th>a]:font-600 [&_th>a]:underline [&_th>a]:underline-offset-3px">
      <TableHead names={["Name", "For", "Subject", "Changed"]} unseen="Actions" />
      <tbody>
        {templates.map(({ id, name, kind, subject, version, updated }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={`${templatesPath}?open=${id}`} aria-current={id === openId ? "true" : undefined}>
                {name}
              </Link>
            </th>
            <td>
              <Tag>{mailTemplateKinds[kind]}</Tag>
            </td>
            <td className="mails-table-subject: max-w-320px overflow-hidden text-ellipsis whitespace-nowrap">
              {subject}
            </td>
            <td>
              <LocalTime at={updated} />
            </td>
            <td>
              <Form method="post" action={templatesPath} preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="version" value={version} />
                <Button type="submit" isSmall kind="danger" name="do" value="delete" aria-label={`Delete ${name}`}>
                  Delete
                </Button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
