// Bundle: parts
import { Breadcrumb } from "./breadcrumb.tsx";

interface PageHeadProps {
  title: string;
  lead: string;
  trail: readonly { to: string; name: string }[];
  /** The page's name in the breadcrumb, if it is shorter than its title. */
  here?: string;
}

/** The start of a page without a picture: title at the left, introduction at the right. */
export function PageHead({ title, lead, trail, here = title }: PageHeadProps) {
  return (
    <div className="wrap page-head">
      <Breadcrumb trail={trail} here={here} />
      <h1 className="d2">{title}</h1>
      <p className="muted">{lead}</p>
    </div>
  );
}
