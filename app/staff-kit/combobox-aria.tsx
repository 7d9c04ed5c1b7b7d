import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useLayer } from "./aria-setup.ts";
import type { ComboboxControlProps, Option } from "./combobox.tsx";
import { Fault } from "./fault.tsx";
import { Icon } from "./icon.tsx";
import { useFoundOptions } from "./use-found-options.ts";
import "./recipes.ts";
import "./aria.css";

const newKey = "new:";

/** The combobox itself, with the focus and the keyboard of React Aria. */
export function ComboboxControl(props: ComboboxControlProps) {
  const { name, label, options, isSingle = false, search, create, placeholder, ties, chosen, choose } = props;
  const [text, setText] = useState("");
  const [isCreating, setCreating] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const [frame, layer] = useLayer();
  const { found, state } = useFoundOptions({ text, options, search });

  const wanted = text.trim();
  const isNew = create && wanted !== "" && ![...found, ...chosen].some((option) => isNamed(option, wanted));
  const items = useMemo(
    () => [...found, ...(isNew ? [{ value: newKey, name: `Create “${wanted}”` }] : [])],
    [found, isNew, wanted],
  );

  async function change(keys: readonly (string | number)[]) {
    setTrouble(undefined);
    const known = new Map([...options, ...found, ...chosen].map((option) => [option.value, option]));
    const next = keys.flatMap((key) => known.get(String(key)) ?? []);
    if (keys.includes(newKey)) await add(next);
    else apply(next);
  }

  /** Makes an option of what is typed. */
  async function add(next: readonly Option[]) {
    if (!create) return;
    setCreating(true);
    try {
      apply([...next, await create(wanted)]);
    } catch {
      setTrouble(`“${wanted}” could not be made just now. Please try again.`);
    } finally {
      setCreating(false);
    }
  }

  function apply(next: readonly Option[]) {
    setText("");
    choose(isSingle ? next.slice(-1) : next);
  }

  function remove(value: string) {
    choose(chosen.filter((option) => option.value !== value));
    input.current?.focus();
  }

  function onKey(event: KeyboardEvent) {
    const last = chosen.at(-1);
    if (event.key === "Backspace" && text === "" && last) remove(last.value);
    // The first Escape is for the list, not for the dialog around it.
    if (event.key === "Escape" && event.currentTarget.getAttribute("aria-expanded") === "true") event.preventDefault();
    const isMarked = event.currentTarget.hasAttribute("aria-activedescendant");
    if (isNew && (event.key === "," || (event.key === "Enter" && !isMarked))) {
      event.preventDefault();
      void add(chosen);
    }
  }

  return (
    <ComboBox
      ref={frame}
      className="kit-combobox: relative grid gap-4px"
      selectionMode="multiple"
      value={chosen.map(({ value }) => value)}
      onChange={(keys) => void change(keys)}
      inputValue={text}
      onInputChange={setText}
      items={items}
      onBlur={() => setText("")}
      menuTrigger="focus"
      allowsEmptyCollection
      // What is typed stays while the list closes, such as when the page scrolls; leaving the field drops it.
      allowsCustomValue
      aria-labelledby={`${ties.id}-label`}
      isInvalid={ties["aria-invalid"] ?? false}
    >
      <Group className="kit-box kit-combobox-box: flex flex-wrap gap-4px items-center p-[3px_6px]">
        <ChosenTags {...{ label, chosen, remove }} />
        <Input
          ref={input}
          id={ties.id}
          className="kit-combobox-input: flex-1 min-w-96px min-h-24px p-[0_4px] bg-none border-0 focus-visible:outline-none placeholder:text-ink-3 placeholder:op-100 lt-md:min-h-32px lt-md:text-16"
          placeholder={placeholder ?? (chosen.length > 0 && !isSingle ? "Add another" : "Choose")}
          aria-describedby={ties["aria-describedby"]}
          autoComplete="off"
          onKeyDown={onKey}
        />
        {(state === "loading" || isCreating) && <StarSpinner label="Loading" />}
      </Group>
      {chosen.map(({ value }) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {trouble && <Fault>{trouble}</Fault>}
      <Options empty={formatEmpty(state, wanted)} layer={layer} />
    </ComboBox>
  );
}

interface ChosenTagsProps {
  label: string;
  chosen: readonly Option[];
  remove: (value: string) => void;
}

function ChosenTags({ label, chosen, remove }: ChosenTagsProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className="kit-combobox-tags: flex flex-wrap gap-4px max-w-full" aria-label={`${label}: chosen`}>
      {chosen.map((option) => (
        <li key={option.value} className="kit-tag">
          {option.name}
          <button type="button" aria-label={`Remove ${option.name}`} onClick={() => remove(option.value)}>
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Options({ empty, layer }: { empty: string; layer: HTMLElement }) {
  return (
    <Popover
      className="kit-pop kit-float kit-combobox-pop: w-[var(--trigger-width)] min-w-220px"
      offset={4}
      UNSTABLE_portalContainer={layer}
    >
      <ListBox<Option>
        className="kit-list: grid gap-1px p-6px"
        renderEmptyState={() => <p className="kit-list-note: p-[6px_8px] text-ink-2">{empty}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.value}
            textValue={option.name}
            className="kit-list-item: flex gap-8px items-center min-h-item p-[4px_8px] font-500 rounded-8px cursor-pointer [&:is(:hover,[data-focused])]:bg-surface-2 data-[focus-visible]:focus-ring data-[focus-visible]:outline-offset-[-3px] forced:data-[focused]:[outline:2px_solid_Highlight] forced:data-[focused]:outline-offset-[-2px]"
          >
            {({ isSelected }) => (
              <>
                <span className="kit-list-check: w-16px">
                  {isSelected && <Icon name="check" />}
                  {option.value === newKey && <Icon name="plus" />}
                </span>
                <span>{option.name}</span>
                {option.note && (
                  <span className="kit-list-aside: ml-auto text-ink-2 font-400 text-13">{option.note}</span>
                )}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

function isNamed(option: Option, name: string): boolean {
  return option.name.toLowerCase() === name.toLowerCase();
}

function formatEmpty(state: "idle" | "loading" | "failed", wanted: string): string {
  if (state === "loading") return "Searching…";
  if (state === "failed") return "The list could not be read just now. Type again to try again.";
  return wanted === "" ? "Type to search." : `Nothing matches “${wanted}”.`;
}
