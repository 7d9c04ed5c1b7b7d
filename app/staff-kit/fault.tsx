import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** What is wrong, read out at once. */
export function Fault({ children }: { children: ReactNode }) {
  return (
    <p className="kit-error" role="alert">
      <Icon name="warning" />
      {children}
    </p>
  );
}
