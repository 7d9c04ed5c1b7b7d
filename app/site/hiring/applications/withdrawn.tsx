import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { ownApplication } from "#app/content/pages/own-application.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import "#app/site/enquiries/recipes.ts";
import "#app/site/enquiries/contact.css";

export const handle = { cache: "fresh" } satisfies RouteHandle;

export function meta() {
  return [{ title: `${ownApplication.withdrawn.title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** The page after a withdrawal. Nothing here names the candidate. */
export default function Withdrawn() {
  return (
    <div className="wrap contact">
      <div className="contact-intro">
        <h1 className="d2">{ownApplication.withdrawn.title}</h1>
        <p className="lead">{ownApplication.withdrawn.text}</p>
        <p>
          <Link className="btn btn-outline" to="/careers#openings">
            {ownApplication.withdrawn.all}
          </Link>
        </p>
      </div>
    </div>
  );
}
