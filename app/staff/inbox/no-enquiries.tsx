import tokenDark from "#app/assets/art/token-gcc-dark.svg?url";
import token from "#app/assets/art/token-gcc.svg?url";
import { ThemedArt } from "#app/ui/art.tsx";

/** Stands in a folder that holds nothing at all. */
export function NoEnquiries({ folder }: { folder: "inbox" | "spam" }) {
  return (
    <>
      <ThemedArt art={{ light: token, dark: tokenDark }} width={104} height={104} />
      <h2>{folder === "spam" ? "No spam" : "No enquiries yet"}</h2>
      <p>
        {folder === "spam"
          ? "What looks like spam is kept here, with the reason, until somebody says that it is none or erases it."
          : "As soon as somebody sends the contact form, what they wrote appears here."}
      </p>
    </>
  );
}
