import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { search } from "#app/content/pages/search.ts";
import { buildSearchPath, longestQuery, type SearchKind } from "#shared/search/site-search.ts";

interface SearchFormProps {
  /** Of the field; several forms may stand on a page. */
  id: string;
  query?: string;
  kind?: SearchKind | null;
}

/** Searches the site; it needs no script. */
export function SearchForm({ id, query = "", kind = null }: SearchFormProps) {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("q") ?? "");
    void navigate(buildSearchPath({ query: typed, kind }), { viewTransition: true });
  }

  return (
    <form action="/search" role="search" className="site-search" onSubmit={submit}>
      <label className="sr-only" htmlFor={id}>
        {search.label}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        key={query}
        maxLength={longestQuery}
        placeholder={search.label}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
      />
      {kind && <input type="hidden" name="kind" value={kind} />}
      <button type="submit" className="btn btn-primary btn-small">
        {search.button}
      </button>
    </form>
  );
}
