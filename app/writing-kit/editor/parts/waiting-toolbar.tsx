import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { formatTools, insertMenu, moreMenu, type ToolFace, viewTools } from "./toolbar-tools.ts";
import "../recipes.ts";
import "../editor.css";

const last = formatTools.length - 1;

/** The tools of the editor in their places while it opens: nothing moves when they can be used. */
export function WaitingToolbar({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <div className="editor editor-waiting needs-js">
      <div className="editor-tools">
        <div role="toolbar" aria-label="Formatting" aria-orientation="horizontal" className="editor-bar">
          {!isReadOnly &&
            formatTools.map((tools, at) => (
              <span key={tools[0].name} className="editor-group">
                {tools.map((tool) => (
                  <WaitingTool key={tool.name} {...tool} />
                ))}
                {at === last && <WaitingMenus />}
              </span>
            ))}
          <span className="editor-group">
            {viewTools.map((tool) => (
              <WaitingTool key={tool.name} {...tool} />
            ))}
          </span>
        </div>
        <p className="editor-count">Opening the editor</p>
      </div>
    </div>
  );
}

const why = "The editor is opening.";

function WaitingTool({ icon, name }: ToolFace) {
  return (
    <Button kind="ghost" isIconOnly icon={icon} unavailable={why}>
      {name}
    </Button>
  );
}

function WaitingMenus() {
  return (
    <>
      <Button kind="ghost" isSmall icon={insertMenu.icon} unavailable={why}>
        {insertMenu.label}
        <Icon name="caret-down" />
      </Button>
      <Button kind="ghost" isSmall isIconOnly icon={moreMenu.icon} unavailable={why}>
        {moreMenu.label}
      </Button>
    </>
  );
}
