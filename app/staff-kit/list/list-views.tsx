// Bundle: lists
import { Form, Link } from "react-router";
import {
  type AnyListState,
  changeList,
  buildDefaultListState,
  buildListPath,
  type ListDefinition,
  readListState,
  writeListQuery,
} from "#shared/pages/list.ts";
import { Button } from "../button.tsx";
import { closeDialog, Dialog, DialogTrigger } from "../dialog.tsx";
import { KitInput } from "../field.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import "./list-views.css";

/** A view that everybody has: what it narrows the list down to. */
export interface BuiltInView {
  name: string;
  filters: Readonly<Record<string, string>>;
  /** How many records it has, written for the reader. */
  count?: string | undefined;
  /** Leads to another part of the page instead, such as '#invites'. */
  to?: string;
}

/** A view that the reader saved: the query of the list's address under a name. */
export interface SavedListView {
  id: string;
  name: string;
  query: string;
}

/** Longest name of a view, in UTF-16 code units. */
export const longestViewName = 40;

interface ListViewsProps {
  list: ListDefinition;
  state: AnyListState;
  builtIn: readonly BuiltInView[];
  saved: readonly SavedListView[];
  /** Why the last change of a view was not made. */
  refused: string | null;
}

/** The views of a list as links, and what turns the list as it is shown into one more. */
export function ListViews({ list, state, builtIn, saved, refused }: ListViewsProps) {
  const current = saved.find(({ id }) => id === state.view);
  const shown = writeListQuery(list, { ...state, page: null, view: null });
  const unsorted = writeListQuery(list, { ...state, page: null, view: null, sort: list.sort });
  const isSaved = current !== undefined && current.query === shown;
  const isBuiltIn = !current && builtIn.some(({ filters, to }) => !to && unsorted === writeFilters(list, filters));
  return (
    <div className="list-views: [&_nav]:flex [&_nav]:flex-none [&_nav]:gap-2px [&_nav]:self-stretch [&_nav_a>span]:text-ink-3 [&_nav_a>span]:font-400 [&_nav_a>span]:text-13">
      <nav aria-label="Views">
        {builtIn.map(({ name, filters, count, to }) => (
          <Link
            key={name}
            to={to ?? list.path + writeFilters(list, filters)}
            aria-current={!to && !current && unsorted === writeFilters(list, filters) ? "page" : undefined}
          >
            {name}
            {count !== undefined && <span>{count}</span>}
          </Link>
        ))}
        {saved.map(({ id, name, query }) => (
          <Link key={id} to={openView(list, id, query)} aria-current={id === state.view ? "page" : undefined}>
            {name}
            {id === state.view && !isSaved && <span>changed</span>}
          </Link>
        ))}
      </nav>
      {current && <ViewMenu view={current} isSaved={isSaved} />}
      {!isBuiltIn && !isSaved && (
        <DialogTrigger dialog="view-save" kind="ghost" isSmall icon="plus">
          {current ? "Save as new" : "Save view"}
        </DialogTrigger>
      )}
      <NameDialog id="view-save" title="Save view" verb="Save" todo="view-save" query={shown}>
        Keeps filters, words and order under a name, for you alone.
      </NameDialog>
      {current && (
        <>
          <NameDialog id="view-rename" title="Rename view" verb="Rename" todo="view-rename" view={current} />
          <Form id="view-form" method="post" hidden>
            <input type="hidden" name="view" value={current.id} />
            <input type="hidden" name="query" value={shown} />
          </Form>
        </>
      )}
      {refused !== null && (
        <p className="kit-error list-refusal: flex-none ml-auto px-10px" role="alert">
          <Icon name="warning" />
          {refused}
        </p>
      )}
    </div>
  );
}

function submit(value: string) {
  return { form: "view-form", name: "do", value };
}

function ViewMenu({ view, isSaved }: { view: SavedListView; isSaved: boolean }) {
  return (
    <Menu
      label={`Change the view ${view.name}`}
      isIconOnly
      isSmall
      kind="ghost"
      icon="more"
      items={[
        ...(isSaved
          ? []
          : [{ name: "Save what is shown in it", icon: "check", submit: submit("view-update") } as const]),
        { name: "Rename…", icon: "pencil", dialog: "view-rename" },
        { kind: "separator" },
        { name: "Delete the view", icon: "trash", tone: "danger", submit: submit("view-delete") },
      ]}
    />
  );
}

interface NameDialogProps {
  id: string;
  title: string;
  verb: string;
  /** What the form asks for. */
  todo: string;
  view?: SavedListView;
  query?: string;
  children?: string;
}

function NameDialog({ id, title, verb, todo, view, query = "", children }: NameDialogProps) {
  const form = `${id}-form`;
  return (
    <Dialog
      id={id}
      title={title}
      confirm={
        <Button kind="primary" type="submit" form={form}>
          {verb}
        </Button>
      }
    >
      <Form id={form} method="post" onSubmit={({ currentTarget }) => closeDialog(currentTarget)}>
        <input type="hidden" name="do" value={todo} />
        <input type="hidden" name="view" value={view?.id ?? ""} />
        <input type="hidden" name="query" value={query} />
        <KitInput
          label="Name"
          hint={children}
          name="name"
          required
          maxLength={longestViewName}
          autoComplete="off"
          key={view?.name}
          defaultValue={view?.name}
        />
      </Form>
    </Dialog>
  );
}

function writeFilters(list: ListDefinition, filters: Readonly<Record<string, string>>): string {
  return writeListQuery(list, changeList<AnyListState>(buildDefaultListState(list), { filters }));
}

/** The address of a saved view: what was saved, and that the reader is in it. */
function openView(list: ListDefinition, id: string, query: string): string {
  return buildListPath(list, readListState(list, new URLSearchParams(query)), { view: id });
}
