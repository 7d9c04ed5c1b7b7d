import { useSyncExternalStore } from "react";
import { Segments } from "#app/staff-kit/segments.tsx";
import { Section } from "./section.tsx";
import { chooseTheme, readThemeChoice, type ThemeChoice } from "./theme-choice.ts";
import "#app/staff/recipes.ts";

const choices = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
] as const satisfies readonly { value: ThemeChoice; name: string }[];

/** Light or dark. This browser remembers it, as it does the button at the top of every page. */
export function LookSection() {
  const choice = useSyncExternalStore<ThemeChoice>(watchTheme, readThemeChoice, () => "system");
  return (
    <Section id="look" title="Look" note="For this browser, on all pages of the site.">
      <div className="needs-js">
        <Segments
          label="Theme"
          name="theme"
          options={choices}
          value={choice}
          onChange={(value) => chooseTheme(value as ThemeChoice)}
        />
      </div>
      <noscript>
        <p className="staff-text">Pages follow the setting of your system. Choosing another needs script.</p>
      </noscript>
    </Section>
  );
}

/** Another control of the page may choose, too. */
function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
