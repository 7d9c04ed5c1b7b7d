import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import "../../contact/contact.css";

export const handle = { cache: "fresh" } satisfies RouteHandle;

export function meta() {
  return [{ title: `Your application is erased | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** What who withdrew sees. Nothing here tells who that was. */
export default function Withdrawn() {
  return (
    <div className="wrap contact">
      <div className="contact-intro">
        <h1 className="d2">Your application is erased</h1>
        <p className="lead">
          Answers, files and mails are gone from our database, and nobody here can read them any longer. The link in our
          mail opens nothing now.
        </p>
        <p>
          <Link className="btn btn-outline" to="/careers#openings">
            See all openings
          </Link>
        </p>
      </div>
    </div>
  );
}
