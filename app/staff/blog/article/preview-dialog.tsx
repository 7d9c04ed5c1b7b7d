import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Dialog, DialogCancel, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { Saver } from "../saving/saver.ts";
import type { ArticleView } from "./article.tsx";

/** The link by which anybody reads the newest text, for a while. */
export function PreviewDialog({ view: { preview, locale }, saver }: { view: ArticleView; saver: Saver }) {
  async function copy() {
    await saver.save();
    await navigator.clipboard.writeText(preview.url).then(
      () => showToast({ text: "Link copied" }),
      () => showToast({ text: "The browser did not let the link be copied.", tone: "error" }),
    );
  }

  return (
    <>
      <DialogTrigger dialog="article-preview" icon="eye">
        Preview
      </DialogTrigger>
      <Dialog
        id="article-preview"
        title="Preview"
        actions={
          <>
            <DialogCancel dialog="article-preview">Close</DialogCancel>
            <Button className="needs-js" icon="link" onClick={() => void copy()}>
              Copy the link
            </Button>
            <a
              className={nameButton({ kind: "primary" })}
              href={preview.url}
              target="_blank"
              rel="noreferrer"
              // The new tab asks for it later than this does.
              onClick={() => void saver.save()}
            >
              Open in a new tab
            </a>
          </>
        }
      >
        <p>
          Anybody with this link reads the article as it was last saved, published or not, until{" "}
          <LocalTime at={toInstant(preview.endsAt, locale)} />. Search engines are kept out.
        </p>
        <p className="article-preview-link">{preview.url}</p>
      </Dialog>
    </>
  );
}
