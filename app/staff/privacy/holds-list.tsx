import { Link } from "react-router";
import { countThings } from "#app/staff-kit/count.ts";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { type Instant, LocalTime } from "#app/ui/local-time.tsx";
import { HoldDialog } from "./hold-form.tsx";
import "./recipes.ts";
import "../recipes.ts";

export interface ShownHold {
  id: string;
  application: string | null;
  /** Of the application, as people quote it. */
  reference: string;
  email: string | null;
  reason: string;
  setter: string;
  since: Instant;
}

/** The legal holds that are on. */
export function HoldsList({ holds }: { holds: readonly ShownHold[] }) {
  return (
    <section className="privacy-held" aria-labelledby="holds">
      <h2 id="holds">Legal holds</h2>
      {holds.length === 0 ? (
        <p className="staff-text">
          None. What must be kept for a claim or by law is held here, or on the page of an application.
        </p>
      ) : (
        <table className="kit-table privacy-holds">
          <caption>{countThings(holds.length, "hold")}</caption>
          <TableHead names={["What", "Reason", "By and since"]} unseen="Release" />
          <tbody>
            {holds.map(({ id, application, reference, email, reason, setter, since }) => (
              <tr key={id}>
                <th scope="row">
                  {application === null ? (
                    email
                  ) : (
                    <Link to={`/job-applications/${application}`}>Application {reference}</Link>
                  )}
                </th>
                <td>{reason}</td>
                <td>
                  {setter}
                  <br />
                  <LocalTime at={since} />
                </td>
                <td>
                  <HoldDialog target={{ hold: id }} isSmall />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
