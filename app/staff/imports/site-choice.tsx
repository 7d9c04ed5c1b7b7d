import { useId, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { KitInput, KitOptions } from "#app/staff-kit/field.tsx";
import { useWriteTime } from "#app/ui/local-time.tsx";
import type { PlannedSite } from "./flow/plan.ts";
import "./recipes.ts";

interface SiteChoiceProps {
  site: PlannedSite;
  /** Gives the site of the file this name; resolves to why that cannot be, or null. */
  choose: (name: string) => Promise<string | null>;
}

/** Where the posts of a file come from. A site that the file does not name has a proposed name, which can be changed. */
export function SiteChoice({ site, choose }: SiteChoiceProps) {
  const { name, isCertain, importedAt, unlike, known } = site;
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const writeDay = useWriteTime({ dateStyle: "medium" });
  const before = importedAt === null ? "It is new here." : `It was imported on ${writeDay(importedAt)}.`;
  if (isCertain)
    return (
      <p className="import-note">
        The posts come from {name}. {before}
      </p>
    );

  async function change() {
    const next = (typed ?? "").trim();
    if (next === "" || next === name) return setTyped(null);
    setAsking(true);
    const why = await choose(next);
    setAsking(false);
    setFault(why);
    if (why === null) setTyped(null);
  }

  return (
    <div className="import-note">
      {unlike !== null && (
        <p>
          Posts of “{unlike}” are here, and those of this file are others. So they are taken for those of another site.
          If it is the same, choose “{unlike}”.
        </p>
      )}
      <div className="import-site: grid gap-8px max-w-560px">
        <KitInput
          label="The site that these posts come from"
          hint={`The file does not say it. Posts of one site update only its own. ${before}`}
          error={fault ?? undefined}
          list={list}
          maxLength={120}
          autoComplete="off"
          value={typed ?? name}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void change();
          }}
        />
        <datalist id={list}>
          <KitOptions of={known.map(({ site }) => site)} />
        </datalist>
        {typed !== null && typed.trim() !== name && (
          <p className="kit-row">
            <Button onClick={() => void change()} unavailable={isAsking ? "It is being looked up." : undefined}>
              Use this name
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}
