import { Form, useNavigate } from "react-router";
import { acceptedFiles } from "#shared/media/media-library.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { sendFile } from "./send-file.ts";

interface ReplaceFileProps {
  /** The item, and its version as the reader sees it. */
  id: string;
  version: number;
  /** Where the form posts to where no script runs. */
  action: string;
  error: string | undefined;
}

/** Sends a file that is shown in the place of the item's. */
export function ReplaceFile({ id, version, action, error }: ReplaceFileProps) {
  const hasScript = useHydrated();
  const navigate = useNavigate();

  async function upload(file: File, report: (share: number, note?: string) => void, signal: AbortSignal) {
    await sendFile(file, { report, signal, replaces: { id, version } });
    const own = new URL(action, location.href);
    own.searchParams.set("done", "replace");
    await navigate(own.pathname + own.search, { replace: true, preventScrollReset: true });
  }

  return (
    <Form method="post" action={action} encType="multipart/form-data">
      <input type="hidden" name="intent" value="replace" />
      <input type="hidden" name="version" value={version} />
      <DropZone
        label="Another file"
        name="file"
        accept={acceptedFiles}
        error={error}
        hint="It takes the place of this one in every article. The former file can be shown again for 30 days."
        {...(hasScript && { upload })}
      />
      {!hasScript && <Button type="submit">Replace</Button>}
    </Form>
  );
}
