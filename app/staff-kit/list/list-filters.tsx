// Bundle: lists
import { Form, Link } from "react-router";
import {
  type AnyListState,
  changeList,
  buildListPath,
  type ListDefinition,
  buildListFields,
  longestWords,
} from "#shared/pages/list.ts";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import "./list-filters-recipes.ts";
import "./list-filters.css";

/** What a filter can be set to, by the filter's name. */
export type FilterOptions = Readonly<Record<string, readonly { value: string; name: string }[]>>;

interface ListFiltersProps {
  list: ListDefinition;
  state: AnyListState;
  /** Filters without options have no chip: views set them. */
  options: FilterOptions;
  search: { label: string; note?: string | undefined };
}

/**
 * The search for words, and a chip for each filter: a menu of links that set it, and a link that takes it away. Chips
 * keep their order, so that none moves under the pointer. Without script the words are sent with the key Enter.
 */
export function ListFilters({ list, state, options, search }: ListFiltersProps) {
  const shown = Object.entries(list.filters).flatMap(([name, filter]) =>
    options[name] ? [{ name, title: filter.name, options: options[name] }] : [],
  );
  const none = Object.fromEntries(shown.map(({ name }) => [name, ""]));
  const isNarrowed = state.words !== "" || shown.some(({ name }) => state.filters[name] !== "");
  return (
    <div className="list-filters" role="search" aria-label={`Filters of ${list.nouns.many}`}>
      {/* A new address brings new words, and with them a new field. */}
      <Form
        className="list-search: relative inline-flex flex-none items-center w-224px h-chip text-ink-3 bg-surface-2 rounded-full"
        action={list.path}
        key={state.words}
      >
        {buildListFields(list, changeList(state, { words: "" })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Icon name="search" />
        <input
          type="search"
          name="q"
          aria-label={search.label}
          aria-describedby={search.note && state.words ? "list-search-note" : undefined}
          aria-keyshortcuts="/"
          placeholder={search.label}
          maxLength={longestWords}
          defaultValue={state.words}
          autoComplete="off"
        />
        <button
          // Enter sends the words; the button is there for who tabs to it.
          className="list-apply: absolute right-3px h-[calc(var(--chip)_-_6px)] p-[0_10px] text-on-primary type-600-13/1-text bg-primary rounded-full [.list-search:not(:focus-within)>&]:w-1px [.list-search:not(:focus-within)>&]:h-1px [.list-search:not(:focus-within)>&]:p-0 [.list-search:not(:focus-within)>&]:overflow-hidden [.list-search:not(:focus-within)>&]:[clip-path:inset(50%)]"
        >
          Apply
        </button>
      </Form>
      {shown.map(({ name, title, options }) => (
        <FilterChip key={name} {...{ list, state, name, title, options }} />
      ))}
      {isNarrowed && (
        <Link className="list-clear" to={buildListPath(list, state, { words: "", filters: none, view: null })}>
          Clear<span className="kit-unseen"> all filters</span>
        </Link>
      )}
      {search.note && state.words !== "" && (
        <p className="list-note: [flex-basis:100%] text-ink-2 text-13 lt-md:[flex-basis:auto]" id="list-search-note">
          {search.note}
        </p>
      )}
    </div>
  );
}

interface FilterChipProps {
  list: ListDefinition;
  state: AnyListState;
  name: string;
  title: string;
  options: readonly { value: string; name: string }[];
}

function FilterChip({ list, state, name, title, options }: FilterChipProps) {
  const value = state.filters[name] ?? "";
  const isSet = value !== "";
  const setTo = (next: string) => buildListPath(list, state, { filters: { [name]: next } });
  const chosen = options.find((option) => option.value === value)?.name ?? "one that is not offered";
  return (
    <span className={isSet ? "list-chip list-chip-set" : "list-chip"}>
      <Menu
        className="list-chip-name"
        label={isSet ? `${title}: ${chosen}` : `Filter by ${title.toLowerCase()}`}
        face={
          isSet ? (
            <>
              <span>{title}</span> {chosen}
            </>
          ) : (
            title
          )
        }
        {...(!isSet && { icon: "plus" as const })}
        items={options.map((option) => ({
          name: option.name,
          to: setTo(option.value),
          isChecked: option.value === value,
        }))}
      />
      {isSet && (
        <Link className="list-chip-remove" to={setTo("")} aria-label={`Remove the filter ${title}: ${chosen}`}>
          <Icon name="x" />
        </Link>
      )}
    </span>
  );
}
