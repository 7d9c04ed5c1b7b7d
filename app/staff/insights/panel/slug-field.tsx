import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { nameControl } from "./panel-parts.ts";
import { type Address, isSlug } from "./use-address.ts";
import "#app/writing-kit/recipes.ts";

interface SlugFieldProps {
  address: Address;
  /** Of the site, such as "https://example.com". */
  origin: string;
}

/** The address of an article, and whether another one has it. */
export function SlugField({ address, origin }: SlugFieldProps) {
  const { shown, instead, fromTitle } = address;
  return (
    <div className="panel-slug">
      <KitField label="Address" id={nameControl("slug")} error={findFault(address)} hint={explain(address)}>
        {(ties) => (
          <div className="kit-box panel-address">
            <span id={`${ties.id}-start`}>{new URL(origin).host}/insights/</span>
            <input
              {...ties}
              // Without script the form of the page sends it.
              name="slug"
              form="article-form"
              aria-describedby={[`${ties.id}-start`, ties["aria-describedby"]].filter(Boolean).join(" ")}
              value={shown}
              onChange={({ target }) => address.type(target.value)}
              onBlur={address.leave}
              maxLength={120}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
      </KitField>
      {instead !== null && (
        <Button isSmall onClick={() => address.take(instead)}>
          Use {instead}
        </Button>
      )}
      {fromTitle !== "" && (
        <Button isSmall onClick={address.follow}>
          Make it from the title
        </Button>
      )}
    </div>
  );
}

function findFault({ shown, instead, fault }: Address): string | undefined {
  if (!isSlug(shown)) return "Small letters, digits and single hyphens.";
  return instead === null ? fault : "Another article has this address.";
}

const words = {
  known: "",
  asking: " Looking whether it is free…",
  waiting: " Whether it is free is known once the network is back.",
  failed: " Whether it is free could not be found out; saving it tells.",
};

function explain(address: Address): string {
  return describe(address) + words[address.phase];
}

function describe({ slug, liveSlug, follows }: Address): string {
  if (liveSlug === null)
    return follows ? "It follows the title. Nobody knows it yet." : "Nobody knows it yet, so it can change freely.";
  if (slug === liveSlug) return "Readers know it. Should it change, the old address leads to the new one.";
  return `Once this is published, /insights/${liveSlug} leads here: links and bookmarks keep working.`;
}
