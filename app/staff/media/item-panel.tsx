import { useId } from "react";
import { Form, Link } from "react-router";
import { longestName, longestText } from "#shared/media/media-library.ts";
import { readOwn } from "#shared/text/read-own.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { KitInput } from "#app/staff-kit/field.tsx";
import { rowForm } from "#app/staff-kit/list/list-strip.tsx";
import { Properties, SidePanel } from "#app/staff-kit/side-panel.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { useBusy } from "#app/staff/lists/use-busy.ts";
import type { RecordLinks } from "#app/staff/lists/open-list.ts";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { FocusField } from "./focus-field.tsx";
import type { ItemView } from "./item-view.ts";
import { Preview } from "./media-rows.tsx";
import { ReplaceFile } from "./replace-file.tsx";

interface ItemPanelProps {
  view: ItemView;
  /** What the last form has done, as its redirect says it. */
  done: string | null;
  /** Why the last change was refused. */
  refused: Refusal | null;
  links: RecordLinks;
}

const doneWords: Readonly<Record<string, string>> = {
  save: "Saved. Articles keep the texts that they have.",
  replace: "Replaced. Articles show the new file.",
  restore: "The former file is shown again.",
};

/** One file: what it is, what is written about it, where it is used, and what replaces it. */
export function ItemPanel({ view, done, refused, links }: ItemPanelProps) {
  const form = useId();
  const isBusy = useBusy(links.own);
  const isUsed = view.uses.length > 0;
  const error = (field: string) => refused?.problems.find((problem) => problem.field === field)?.message;
  return (
    <SidePanel
      name={view.kind}
      title={view.name}
      {...links}
      actions={[
        { name: "Copy the address", icon: "link", onSelect: () => void copy(view.src) },
        { name: "Open the file", icon: "arrow-right", onSelect: () => open(view.src, "_blank", "noopener") },
        { kind: "separator" },
        {
          name: "Delete",
          icon: "trash",
          tone: "danger",
          ...(isUsed
            ? { unavailable: `Used in ${countThings(view.uses.length, "article")}, listed below.` }
            : { submit: { form: rowForm, name: "do", value: `delete ${view.id}:${view.version}` } }),
        },
      ]}
      foot={
        <Button kind="primary" type="submit" form={form} isBusy={isBusy}>
          Save
        </Button>
      }
    >
      <DoneNotice text={refused ? null : (readOwn(doneWords, done ?? "") ?? null)} />
      {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
      <Form id={form} method="post" action={links.own} onSubmit={(event) => isBusy && event.preventDefault()}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={view.version} />
      </Form>
      {view.preview && view.width > 0 ? (
        <FocusField
          src={view.src}
          alt={view.alt}
          focus={view.focus}
          width={view.width}
          height={view.height}
          form={form}
        />
      ) : (
        <>
          <Preview src={null} />
          {(["x", "y"] as const).map((axis) => (
            <input key={axis} type="hidden" name={`focus.${axis}`} form={form} value={view.focus[axis]} />
          ))}
        </>
      )}
      {fields
        .filter(({ name }) => name === "name" || view.width > 0)
        .map(({ name, label, hint, most }) => (
          <KitInput
            key={name}
            label={label}
            hint={hint}
            error={error(name)}
            id={toFieldId(name)}
            name={name}
            form={form}
            maxLength={most}
            defaultValue={readAnswer(refused?.answers, name) ?? view[name]}
          />
        ))}
      {view.width === 0 &&
        (["alt", "caption"] as const).map((name) => (
          <input key={name} type="hidden" name={name} form={form} value={view[name]} />
        ))}
      <Properties
        rows={[
          { name: "Size", value: `${view.width > 0 ? `${view.width} × ${view.height} pixels, ` : ""}${view.size}` },
          { name: "Added", value: <LocalTime at={view.added} /> },
          { name: "By", value: view.maker },
          { name: "Address", value: <code className="media-address: wrap-anywhere">{view.src}</code> },
        ]}
      />
      <Uses view={view} id={`${form}-uses`} />
      <section aria-labelledby={`${form}-replace`}>
        <h3 id={`${form}-replace`}>Replace</h3>
        <ReplaceFile id={view.id} version={view.version} action={links.own} error={error("file")} />
        <Former view={view} action={links.own} />
      </section>
    </SidePanel>
  );
}

/** What it was before it was replaced. */
function Former({ view, action }: { view: ItemView; action: string }) {
  return view.former.map(({ id, words, replaced }) => (
    <Form
      key={id}
      method="post"
      action={action}
      className="media-former: flex gap-8px items-center justify-between mt-8px text-ink-2 text-13"
    >
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="version" value={view.version} />
      <p>
        {words}, replaced <LocalTime at={replaced} />
      </p>
      <Button type="submit" name="former" value={id} isSmall>
        Show this again
      </Button>
    </Form>
  ));
}

function Uses({ view, id }: { view: ItemView; id: string }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Used in</h3>
      {view.uses.length > 0 ? (
        <ul className="media-uses: [&>li]:flex [&>li]:gap-8px [&>li]:justify-between [&>li]:p-[4px_0] [&>li]:border-b-1px-line [&_a]:underline [&_a]:underline-offset-3px [&_span]:text-ink-2">
          {view.uses.map(({ id, title, note }) => (
            <li key={id}>
              <Link to={`/blog-management/${id}`}>{title}</Link> <span>{note}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>No article uses it, so it can be deleted.</p>
      )}
      {view.behind > 0 && (
        <p>
          {countThings(view.behind, "article")} still {view.behind === 1 ? "shows" : "show"} the former file, and will
          show this one within an hour.
        </p>
      )}
    </section>
  );
}

const fields = [
  { name: "name", label: "Name", hint: undefined, most: longestName },
  {
    name: "alt",
    label: "Alternative text",
    hint: "What it shows, for who does not see it. Articles take it over and may change it.",
    most: longestText,
  },
  { name: "caption", label: "Caption", hint: undefined, most: longestText },
] as const;

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => showToast({ text: "Address copied" }),
    () => showToast({ text: "The browser did not let the address be copied.", tone: "error" }),
  );
}
