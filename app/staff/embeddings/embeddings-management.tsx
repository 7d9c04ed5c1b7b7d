import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/embeddings-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/embeddings-management");
  return null;
}

export const meta = () => describePage("/embeddings-management");

const parts = [
  { name: "Index", text: "Which pages and articles the search knows, and since when." },
  { name: "Runs", text: "What is being read now, how far it has come, and what failed." },
  { name: "Queries", text: "What a search finds, word by word and by meaning, side by side." },
];

export default function EmbeddingsManagement() {
  return (
    <Coming
      page="/embeddings-management"
      title="Nothing indexed yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/marketing-admin">
          Open Marketing Admin
        </Link>
      }
    >
      What the site search has indexed, and when, will be shown here. Search is not part of the site yet.
    </Coming>
  );
}
