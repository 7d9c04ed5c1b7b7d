import type { ReactNode } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";

const id = "article-panel";

/** What stands beside the text; where there is no room for it, it opens over the page. */
export function PanelBox({ children }: { children: ReactNode }) {
  return (
    <div className="article-panel" id={id} popover="auto">
      <button
        type="button"
        className="kit-btn kit-btn-ghost kit-btn-icon article-panel-close"
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
