import { LocalTime } from "#app/ui/local-time.tsx";
import type { Found } from "./answer-request.ts";

/** What was erased under an address before: whether, when and by whom. */
export function ProofsList({ proofs }: Pick<Found, "proofs">) {
  return (
    <section aria-labelledby="erased">
      <h3 id="erased">Erased before</h3>
      <ol className="privacy-proofs: grid gap-10px">
        {proofs.map(({ id, at, by, kinds, hash, files, filesGone }) => (
          <li key={id}>
            <p>
              Erased on <LocalTime at={at} /> by {by}. {kinds.join(", ")}.{" "}
              {files > 0 &&
                (filesGone ? (
                  <>
                    All files deleted at <LocalTime at={filesGone} />.
                  </>
                ) : (
                  "Some files are still to be deleted; that happens within the hour."
                ))}
            </p>
            <p className="kit-hint privacy-hash: wrap-anywhere">SHA-256 of what went: {hash}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
