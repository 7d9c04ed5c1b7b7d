import { Fragment } from "react";
import { DisplayText } from "../parts/display-text.tsx";

/** A heading whose lines are broken by its author. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      <DisplayText>{index < lines.length - 1 ? `${line} ` : line}</DisplayText>
    </Fragment>
  ));
}
