import { lazy, Suspense, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type FieldText, type FieldTies, KitField, KitOptions } from "./field.tsx";
import "./recipes.ts";
import "./combobox.css";
import "./tag.css";

export interface Option {
  /** What the form sends. */
  value: string;
  name: string;
  /** A word to distinguish it from others of the same name. */
  note?: string;
}

export interface ComboboxProps extends FieldText {
  /** Sent once for every chosen option. */
  name: string;
  /** What can be chosen; with `search`, what is offered before anything is typed. */
  options: readonly Option[];
  /** What is chosen at first. */
  defaultValue?: readonly Option[];
  /** What is chosen now, where the page keeps it. */
  value?: readonly Option[];
  /** Of the control, where a link leads to it. */
  id?: string;
  isOptional?: boolean;
  /** At most one may be chosen. */
  isSingle?: boolean;
  /** Asks for options that match; `signal` ends it when more is typed. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** Makes an option of a text that none has. Without script the field `<name>-new` sends such texts, by commas. */
  create?: (text: string) => Option | Promise<Option>;
  placeholder?: string;
  onChange?: (chosen: readonly Option[]) => void;
}

export interface ComboboxControlProps extends Omit<
  ComboboxProps,
  keyof FieldText | "defaultValue" | "value" | "id" | "onChange"
> {
  label: string;
  ties: FieldTies;
  chosen: readonly Option[];
  choose: (chosen: readonly Option[]) => void;
}

/** React Aria comes with the first combobox that a browser shows, and never to the server. */
const AriaCombobox = import.meta.env.SSR
  ? null
  : lazy(() => import("./combobox-aria.tsx").then(({ ComboboxControl }) => ({ default: ComboboxControl })));

/**
 * A field of which several values are chosen, shown as tags: type to narrow the list down, to ask the server, or to
 * make a new value. Until script runs it is the browser's own list.
 */
export function Combobox({ label, hint, error, id, defaultValue, value, onChange, ...props }: ComboboxProps) {
  const [own, setOwn] = useState<readonly Option[]>(defaultValue ?? []);
  const chosen = value ?? own;
  const hasScript = useHydrated();
  function choose(next: readonly Option[]) {
    setOwn(next);
    onChange?.(next);
  }
  return (
    <KitField {...{ label, hint, error, id }} isOptional={props.isOptional ?? false}>
      {(ties) => {
        const control = { ...props, label, ties, chosen, choose };
        const plain = <PlainCombobox {...control} />;
        if (!hasScript || !AriaCombobox) return plain;
        return (
          <Suspense fallback={plain}>
            <AriaCombobox {...control} />
          </Suspense>
        );
      }}
    </KitField>
  );
}

/** The browser's own list. What is chosen in it before script runs is not lost. */
function PlainCombobox({ name, options, isSingle = false, create, chosen, choose, ties }: ComboboxControlProps) {
  const values = chosen.map(({ value }) => value);
  const all = [...chosen, ...options.filter(({ value }) => !values.includes(value))];
  return (
    <>
      <select
        {...ties}
        // Until the combobox takes its place, the browser's own list has no more room than that.
        className="kit-input kit-combobox-plain: [:root.js_&]:h-ctl"
        name={name}
        multiple={!isSingle}
        defaultValue={isSingle ? (values[0] ?? "") : values}
        onChange={({ target }) => {
          const picked = new Set([...target.selectedOptions].map(({ value }) => value));
          choose(all.filter(({ value }) => picked.has(value)));
        }}
        ref={(select) => {
          // Chosen before hydration, when no handler was there to hear it.
          const picked = [...(select?.selectedOptions ?? [])].map(({ value }) => value).filter(Boolean);
          if (select && picked.join() !== values.join()) choose(all.filter(({ value }) => picked.includes(value)));
        }}
      >
        {isSingle && <option value="">None</option>}
        <KitOptions of={all} />
      </select>
      {create && (
        <input
          className="kit-input kit-combobox-new: [:root.js_&]:hidden"
          name={`${name}-new`}
          aria-label="Others, separated by commas"
          autoComplete="off"
        />
      )}
    </>
  );
}
