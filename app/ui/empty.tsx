import type { ReactNode } from "react";
import { ThemedArt } from "./art.tsx";
import "./empty.css";

interface EmptyProps {
  title: string;
  /** The picture shown above the title. */
  art: { light: string; dark: string };
  /** What will appear here. */
  children: ReactNode;
  action?: ReactNode;
}

/** An empty state: shown where content will be once there is some. */
export function Empty({ title, art, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <ThemedArt art={art} width={104} height={104} />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
