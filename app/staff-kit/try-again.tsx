// Bundle: staff
import { Link } from "react-router";
import { nameButton } from "./button.tsx";

/** Where something could not be read: asks the server for the page at `to` anew. */
export function TryAgain({ to }: { to: string }) {
  return (
    <Link className={nameButton()} to={to} reloadDocument>
      Try again
    </Link>
  );
}
