import { Link } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requireSignedIn } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/gallery.ts";
import { ControlExamples } from "./control-examples.tsx";
import { FieldExamples } from "./field-examples.tsx";
import { FloatingExamples } from "./floating-examples.tsx";
import { PanelExample } from "./panel-example.tsx";
import { PickerExample } from "./picker-example.tsx";
import { StateExamples } from "./state-examples.tsx";
import { requireLocal } from "./require-local.ts";
import "../recipes.ts";
import "./recipes.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Every part of the staff kit in every state, for developers: on this machine only. */
export function loader(args: Route.LoaderArgs) {
  return requireLocal(args);
}

export function meta() {
  return buildPageMeta({ name: "Staff kit" });
}

export default function Gallery() {
  return (
    <>
      <PageHead
        title="Staff kit"
        actions={
          <Link className={nameButton({})} to="/staff-kit/recipes">
            Recipes
          </Link>
        }
      >
        Every part in every state. This page exists on localhost alone.
      </PageHead>
      <div className="gallery-parts staff-wide">
        <FloatingExamples />
        <ControlExamples />
        <FieldExamples />
        <StateExamples />
        <PanelExample />
        <PickerExample />
      </div>
    </>
  );
}
