import { useState } from "react";
import { brand } from "#app/content/brand.ts";
import { KitInput } from "#app/staff-kit/field.tsx";
import { Switch } from "#app/staff-kit/switch.tsx";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { descriptionLimit, titleLimit } from "#shared/insights/article-checks/search-limits.ts";
import { CountedField } from "./counted-field.tsx";
import { type DraftChange, type Faults, nameControl } from "./panel-parts.ts";
import "#app/writing-kit/recipes.ts";

interface SearchTabProps {
  draft: InsightDraft;
  onChange: DraftChange;
  origin: string;
  faults: Faults;
}

/** Metadata for search engines and social networks. */
export function SearchTab({ draft, onChange, origin, faults }: SearchTabProps) {
  const title = draft.seoTitle || draft.title || "Untitled";
  const description = draft.seoDescription || draft.dek;
  const { host } = new URL(origin);
  return (
    <div className="panel-fields">
      <CountedField
        id={nameControl("seoTitle")}
        label="Title in search results"
        error={faults["seoTitle"]}
        value={draft.seoTitle}
        onChange={(seoTitle) => onChange({ seoTitle })}
        limit={titleLimit}
        most={120}
        placeholder={draft.title}
        hint="Left empty, the title stands there."
        isOptional
      />
      <CountedField
        id={nameControl("seoDescription")}
        label="Description"
        error={faults["seoDescription"]}
        value={draft.seoDescription}
        onChange={(seoDescription) => onChange({ seoDescription })}
        limit={descriptionLimit}
        most={300}
        placeholder={draft.dek}
        hint="Left empty, the dek stands there."
        isLong
        isOptional
      />
      <figure className="panel-result">
        <figcaption className="kit-label">In search results</figcaption>
        <p>
          {host} › insights › {draft.slug}
        </p>
        <p className="panel-result-title">{cut(`${title} | ${brand.name}`, titleLimit + brand.name.length + 3)}</p>
        <p>{cut(description, descriptionLimit) || "Search engines will choose some of the text."}</p>
      </figure>
      <figure className="panel-share">
        <figcaption className="kit-label">As a shared link</figcaption>
        {draft.pictures ? (
          <img src={`/media/${draft.pictures.share}`} alt="What accompanies a shared link" width={1200} height={630} />
        ) : (
          <p className="panel-share-none">No picture yet</p>
        )}
        <p>{host}</p>
        <p className="panel-share-title">{title}</p>
        <p>{cut(description, 110)}</p>
      </figure>
      <CanonicalField
        value={draft.canonicalUrl}
        onChange={(canonicalUrl) => onChange({ canonicalUrl })}
        fault={faults["canonicalUrl"]}
      />
      <Switch
        id={nameControl("noindex")}
        checked={draft.noindex}
        onChange={({ target }) => onChange({ noindex: target.checked })}
      >
        Keep it out of search engines
      </Switch>
    </div>
  );
}

interface CanonicalFieldProps {
  value: string | null;
  onChange: (value: string | null) => void;
  fault: string | undefined;
}

/** Only a whole address gets into the draft; what is typed until then stays in the field. */
function CanonicalField({ value, onChange, fault }: CanonicalFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value ?? "";
  const isWrong = shown !== "" && !isAddress(shown);
  return (
    <KitInput
      label="Canonical address"
      id={nameControl("canonicalUrl")}
      isOptional
      error={isWrong ? "A whole address, such as https://example.org/article." : fault}
      hint="Where the text first appeared, if not here."
      type="url"
      inputMode="url"
      value={shown}
      maxLength={500}
      autoComplete="off"
      onChange={({ target }) => {
        const text = target.value.trim();
        setTyped(target.value);
        if (text === "") onChange(null);
        else if (isAddress(text)) onChange(text);
      }}
      onBlur={() => isWrong || setTyped(null)}
    />
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/.]+\.\S+$/i.test(text) && URL.canParse(text);
}

/** As search engines cut it: between words. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/(?<!\s)\s+\S*$/, "")} …`;
}
