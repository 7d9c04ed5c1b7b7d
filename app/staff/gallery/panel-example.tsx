import { Menu } from "#app/staff-kit/menu.tsx";
import { Properties, SidePanel } from "#app/staff-kit/side-panel.tsx";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { Link, useSearchParams } from "react-router";
import "./recipes.ts";

/** One row beside its list; the address says whether it is open. */
export function PanelExample() {
  const [search] = useSearchParams();
  const at = Number(search.get("row"));
  return (
    <section className="gallery" aria-labelledby="panel">
      <h2 id="panel">Side panel</h2>
      {at > 0 ? (
        <div className="gallery-panel: flex [justify-content:flex-end] border-1px-line">
          <SidePanel
            name={`Enquiry ${1040 + at}`}
            title="Forecasting for a wind portfolio"
            position={`${at} of 3`}
            previous={at > 1 ? `?row=${at - 1}` : undefined}
            next={at < 3 ? `?row=${at + 1}` : undefined}
            close="?"
            actions={[{ name: "Mark as spam" }, { name: "Erase…", tone: "danger" }]}
            foot={<textarea className="kit-input" aria-label="Reply" rows={2} />}
          >
            <Properties
              rows={[
                { name: "Status", value: <StatusChip tone="info">New</StatusChip> },
                {
                  name: "Owner",
                  value: <Menu label="Owner" face="Staff Demo 1" kind="ghost" isSmall items={[{ name: "Nobody" }]} />,
                },
                { name: "Topic", value: <Tag>AI</Tag> },
              ]}
            />
          </SidePanel>
        </div>
      ) : (
        <Link to="?row=1" preventScrollReset>
          Open the panel
        </Link>
      )}
    </section>
  );
}
