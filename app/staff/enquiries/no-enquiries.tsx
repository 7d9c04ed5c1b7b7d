import tokenDark from "#app/assets/art/token-gcc-dark.svg?url";
import token from "#app/assets/art/token-gcc.svg?url";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { ThemedArt } from "#app/ui/art.tsx";

/** Stands in a folder that holds nothing at all. */
export function NoEnquiries({ folder }: { folder: "inbox" | "spam" }) {
  const art = <ThemedArt art={{ light: token, dark: tokenDark }} width={104} height={104} />;
  return folder === "spam" ? (
    <EmptyState title="No spam" art={art}>
      What looks like spam is kept here, with the reason, until somebody says that it is none or erases it.
    </EmptyState>
  ) : (
    <EmptyState title="No enquiries yet" art={art}>
      As soon as somebody sends the contact form, what they wrote appears here.
    </EmptyState>
  );
}
