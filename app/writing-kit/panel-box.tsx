import type { ReactNode } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";

const id = "article-panel";

/** What stands beside the text; where there is no room for it, it opens over the page. */
export function PanelBox({ children }: { children: ReactNode }) {
  return (
    <div
      className="article-panel: md:overflow-y-auto grid gap-16px content-start text-ink bg-bg border-l-1px-line md:static md:inset-auto md:w-auto md:h-auto md:m-0 md:[border-width:0_0_0_1px] lt-md:fixed lt-md:inset-0 lt-md:w-100vw lt-md:h-100svh lt-md:m-0 lt-md:overflow-y-auto lt-md:border-0 lt-md:[&:not(:popover-open)]:hidden"
      id={id}
      popover="auto"
    >
      <button
        type="button"
        className="kit-btn kit-btn-ghost kit-btn-icon article-panel-close: md:[.staff_&]:hidden lt-md:justify-self-end lt-md:m-[8px_8px_-8px_0]"
        popoverTarget={id}
        popoverTargetAction="hide"
        aria-label="Close"
      >
        <Icon name="x" />
      </button>
      {children}
    </div>
  );
}

/** Opens or closes the panel where it covers the page, as on a phone. */
export function showPanel(isShown: boolean): void {
  if (matchMedia("(width < 1024px)").matches) document.getElementById(id)?.[isShown ? "showPopover" : "hidePopover"]();
}
