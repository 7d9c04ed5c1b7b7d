import { Button } from "#app/staff-kit/button.tsx";
import { Progress } from "#app/staff-kit/progress.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { Switch, Why } from "#app/staff-kit/switch.tsx";
import { Tabs } from "#app/staff-kit/tabs.tsx";
import { Avatar, StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import "./recipes.ts";

/** What is pressed and what is only looked at. */
export function ControlExamples() {
  return (
    <section className="gallery" aria-labelledby="controls">
      <h2 id="controls">Controls and marks</h2>
      <div className="kit-row">
        <Button>Plain</Button>
        <Button kind="primary" icon="plus">
          Primary
        </Button>
        <Button kind="accent">Publish</Button>
        <Button kind="ghost">Ghost</Button>
        <Button kind="danger" icon="trash">
          Danger
        </Button>
        <Button isSmall icon="pencil">
          Small
        </Button>
        <Button isIconOnly icon="search">
          Find
        </Button>
        <Button isBusy>Saving</Button>
        <Button unavailable="Owns 4 scheduled articles. Hand them over first.">Close account</Button>
      </div>
      <div className="kit-row">
        <Segments
          label="Show as"
          name="as"
          defaultValue="board"
          options={[
            { value: "board", name: "Board" },
            { value: "table", name: "Table" },
          ]}
        />
        <Switch defaultChecked>Hide scores until I have scored</Switch>
        <Switch unavailable="Set for the whole site in Settings.">Ask for a second factor</Switch>
      </div>
      <div className="kit-row">
        <StatusChip tone="info">New</StatusChip>
        <StatusChip tone="warn">Waiting on us</StatusChip>
        <StatusChip tone="success">Meeting booked</StatusChip>
        <StatusChip>Waiting on them</StatusChip>
        <StatusChip tone="danger">Closed</StatusChip>
        <Tag>Cloud</Tag>
        <Tag tone="key">Super admin</Tag>
        <Tag tone="warn" icon="warning">
          New network
        </Tag>
        <Avatar name="Ada Lovelace" />
        <Avatar name="super@demo.example" size="large" />
        <Avatar name={null} />
      </div>
      <Why id="why-example">Choose Talent admin first: HR adds to it.</Why>
      <Progress label="Step 4 of 5, reading articles" value={83} note="12 a second, 40 s left, 2 failed" />
      <Progress label="Views against the target" value={40} isDense />
      <Tabs
        label="Enquiry 1042"
        tabs={[
          { id: "thread", name: "Thread", count: 3, content: <p>Three messages.</p> },
          { id: "notes", name: "Notes", count: 1, content: <p>One note.</p> },
          { id: "history", name: "History", content: <p>What happened, and when.</p> },
        ]}
      />
    </section>
  );
}
