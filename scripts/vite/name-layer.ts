import { dirname, relative } from "node:path";

/** What has stylesheets of its own, beside the one that public pages load. */
const apart =
  /^(auth|development|staff|staff-kit|writing-kit|site\/(enquiries|hiring|insights|legal|privacy|search)|ui\/(confirm-form|field|form-summary|field-frame|checkbox|password-field|select|text-area))(\/|\.|-|$)/;

/** The layer of a module of app/, or of a recipe, and whether it is a stylesheet of its own that the module imports. */
export function nameLayer(root: string, id: string): { layer: string; isApart: boolean } {
  const path = relative(`${root}/app`, id)
    .replaceAll("\\", "/")
    .replace(/\.(tsx?|css)(\?.*)?$/, "");
  const isApart = apart.test(path) || /(^|[/-])recipes$/.test(path);
  return { layer: (isApart ? path : dirname(path)).replaceAll(/[^a-z0-9]+/g, "-"), isApart };
}
