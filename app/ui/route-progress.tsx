// Bundle: site
import { useNavigation } from "react-router";
import { StarSpinner } from "./star-spinner.tsx";

/** Shows that the next page is loading, once that takes longer than 300 ms (the delay is in the style sheet). */
export function RouteProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="route-progress" role="status">
      {busy && (
        <>
          <span className="route-progress-bar" />
          <span className="route-progress-star">
            <StarSpinner label="Loading the page" />
          </span>
        </>
      )}
    </div>
  );
}
