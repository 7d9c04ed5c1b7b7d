import { useId } from "react";
import { Form, Link, useNavigate } from "react-router";
import { changeList, writeListQuery } from "#shared/pages/list.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Keys } from "#app/staff-kit/keys.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ApplicationView } from "./application-view.ts";
import { applicationsList, type ApplicationsState, boardList } from "./applications-list.ts";
import { EndFields } from "./end-fields.tsx";
import { StageStar } from "./stage-star.tsx";
import "#app/staff/recipes.ts";

interface HeadProps {
  view: ApplicationView;
  /** The list that it is looked at in, and that as the query of an address. */
  state: ApplicationsState;
  query: string;
}

/** The candidate, their stage, links to the neighbours in the list, and the decisions. */
export function ApplicationHead({ view, state, query }: HeadProps) {
  const { neighbours, isLate, flags } = view;
  const back = state.sort.by === "days" ? boardList : applicationsList;
  const backState =
    back === boardList ? changeList(state, { filters: { stage: "" }, sort: boardList.sort }) : { ...state, page: null };
  const to = (id: string | null) => (id === null ? undefined : `${applicationsList.path}/${id}${query}`);
  const where = state.filters.stage === view.stage ? ` in ${view.stageName}` : "";
  return (
    <div className="application-head: flex-none p-[14px_page_8px] border-b-1px-line">
      <div className="staff-head">
        <Link
          className={nameButton({ isIconOnly: true })}
          to={back.path + writeListQuery(back, backState)}
          aria-label={back === boardList ? "Back to the board" : "Back to the list"}
        >
          <Icon name="arrow-left" />
        </Link>
        <h1>{view.name}</h1>
        {flags.length > 0 && (
          <Tag tone="warn" icon="warning">
            {flags.length === 1 ? "Look at an answer" : `Look at ${flags.length} answers`}
          </Tag>
        )}
        {isLate && (
          <Tag tone="danger" icon="clock">
            Over 7 days
          </Tag>
        )}
        {view.scorecards.isDue && (
          <a href="#scorecard">
            <Tag tone="info" icon="list-checks">
              Your scorecard due
            </Tag>
          </a>
        )}
        {view.keeping.soon && (
          <Tag tone="warn" icon="clock">
            {view.keeping.soon}
          </Tag>
        )}
        {view.isDemo && <Tag>Demo</Tag>}
        <div className="staff-head-actions" id="decide">
          {neighbours.position !== null && (
            <span className="application-position: text-ink-2 whitespace-nowrap">
              {neighbours.position} of {neighbours.total}
              {where}
            </span>
          )}
          <BesideLink to={to(neighbours.previous)} icon="caret-left" label="Previous application" keys="k" />
          <BesideLink to={to(neighbours.next)} icon="caret-right" label="Next application" keys="j" />
          <Decisions view={view} state={state} />
        </div>
      </div>
      <div className="application-stand: flex flex-wrap gap-[4px_16px] items-center mt-6px text-ink-2">
        <ol
          className="application-rail: flex flex-wrap gap-2px m-[0_0_0_-9px] [&>li]:inline-flex [&>li]:gap-6px [&>li]:items-center [&>li]:h-28px [&>li]:p-[0_9px] [&>li]:rounded-full [&>[aria-current]]:text-ink [&>[aria-current]]:font-600 [&>[aria-current]]:bg-surface-2"
          aria-label="Stages"
        >
          {view.rail.map(({ key, name, isPassed }, at) => (
            <li key={key} aria-current={key === view.stage ? "step" : undefined}>
              {isPassed && <Icon name="check" />}
              {key === view.stage && <StageStar at={at} of={view.rail.length} />}
              {name}
            </li>
          ))}
          {view.ended && <li aria-current="step">{view.stageName}</li>}
        </ol>
        <p>
          {view.days === 1 ? "1 day" : `${view.days} days`} in this stage, {view.job ?? "no role"}
          {view.place && `, ${view.place}`}. Applied on {view.receivedDay}.
          {view.ended && ` ${view.ended.reason}. ${view.ended.note}`}
        </p>
        <p className="needs-js application-keys: ml-auto text-13 lt-md:hidden">
          <Keys keys="j" /> <Keys keys="k" /> candidate <Keys keys="c" /> e-mail
        </p>
      </div>
    </div>
  );
}

interface BesideLinkProps {
  to: string | undefined;
  icon: "caret-left" | "caret-right";
  label: string;
  keys: string;
}

function BesideLink({ to, icon, label, keys }: BesideLinkProps) {
  const navigate = useNavigate();
  useShortcut({ keys, name: label, group: "This page", isOn: to !== undefined }, () => {
    if (to !== undefined) void navigate(to);
  });
  if (to === undefined)
    return (
      <Button isIconOnly icon={icon} unavailable={`${label}: none in this list.`}>
        {label}
      </Button>
    );
  return (
    <Link
      className={nameButton({ isIconOnly: true })}
      to={to}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  );
}

/** The decisions: a rejection with its reason, and moves to other stages. Its neighbours stay those of where it stood. */
function Decisions({ view, state }: Omit<HeadProps, "query">) {
  const ids = { move: useId(), end: useId(), dialog: useId() };
  const hasScript = useHydrated();
  const at = state.page ?? ({ side: "after", id: view.id, value: view.sortValue } as const);
  const action = `${applicationsList.path}/${view.id}${writeListQuery(applicationsList, { ...state, page: at })}`;
  const row = `${view.id}:${view.version}`;
  const [next, ...others] = view.moves;
  return (
    <>
      <Form id={ids.move} method="post" action={action} preventScrollReset hidden>
        <input type="hidden" name="row" value={row} />
      </Form>
      <Form id={ids.end} method="post" action={action} preventScrollReset hidden>
        <input type="hidden" name="row" value={row} />
        <input type="hidden" name="do" value="end" />
      </Form>
      {view.mayEnd && (
        <>
          <DialogTrigger dialog={ids.dialog} kind="danger">
            Reject
          </DialogTrigger>
          <Dialog
            id={ids.dialog}
            title={`Reject ${view.name}`}
            confirm={
              <Button
                kind="danger"
                type="submit"
                form={ids.end}
                onClick={({ currentTarget }) => hasScript && setTimeout(() => currentTarget.closest("dialog")?.close())}
              >
                Reject 1 application
              </Button>
            }
          >
            <EndFields form={ids.end} canWrite />
          </Dialog>
        </>
      )}
      {others.length > 0 && (
        <Menu
          label="Move elsewhere"
          items={others.map(({ key, name }) => ({
            name,
            submit: { form: ids.move, name: "do", value: `move:${key}` },
          }))}
        />
      )}
      {next && (
        <Button kind="primary" type="submit" form={ids.move} name="do" value={`move:${next.key}`}>
          {`Move to ${next.name}`}
        </Button>
      )}
    </>
  );
}
