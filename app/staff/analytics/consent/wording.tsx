import { bannerWordings } from "#shared/analytics/banner-wordings.ts";
import { bannerHashes } from "#shared/analytics/consent.ts";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";

/** The id of the dialog with the wording of a version. */
function nameWording(version: string): string {
  return `wording-${version}`;
}

/** What the banner said in one version. Opens without script. */
export function WordingDialog({ version }: { version: string }) {
  const wording = bannerWordings[version];
  if (!wording) return null;
  return (
    <Dialog
      id={nameWording(version)}
      title={`Banner of ${version}`}
      place="side"
      className="consent-wording: [&_dd]:wrap-anywhere"
    >
      <Properties
        rows={[
          { name: "Title", value: wording.title },
          { name: "Text", value: `${wording.body} ${wording.later}` },
          { name: "Link", value: wording.policy },
          { name: "Buttons", value: `“${wording.accept}”, “${wording.reject}”` },
          { name: "Close", value: wording.close },
          { name: "SHA-256", value: bannerHashes[version] },
        ]}
      />
    </Dialog>
  );
}

/** A version of ours, as a button that shows its wording. */
export function VersionName({ version }: { version: string }) {
  return (
    <button
      type="button"
      className="consent-version: relative z-1 min-h-24px underline decoration-line-strong underline-offset-3px hover:decoration-current lt-md:min-h-32px"
      command="show-modal"
      commandfor={nameWording(version)}
      aria-haspopup="dialog"
      aria-label={`${version}: what the banner said`}
    >
      {version}
    </button>
  );
}
