import type { MediaSummary } from "#shared/media/media-library.ts";
import { askForResponse, type Asking } from "#app/staff/ask-until-answered.ts";
import { sendFile } from "#app/staff/media/send-file.ts";
import type { ImportedPicture } from "../imported-post.ts";
import type { FoundPicture } from "./name-pictures.ts";
import type { InsightHead } from "./plan.ts";
import { filesAddress } from "./run-address.ts";

interface Bringing {
  importId: string;
  /** Whether the server may fetch what the file does not have. */
  fetches: boolean;
  asking: Asking;
  /** Called with each file that was in the library before. */
  note: (id: string) => Promise<void>;
}

export interface Pictures {
  /** Brings the pictures of a post into the library; what did not come keeps its address. */
  bring: (post: InsightHead, on: Listeners) => Promise<Map<string, FoundPicture>>;
}

interface Listeners {
  done: () => void;
  fail: (address: string, why: string) => void;
}

/** Brings each picture of a file once, however many posts show it. */
export function createPictures({ importId, fetches, asking, note }: Bringing): Pictures {
  const brought = new Map<string, Promise<MediaSummary>>();

  function bringOne(picture: ImportedPicture): Promise<MediaSummary> {
    const { address } = picture;
    const known = brought.get(address);
    if (known) return known;
    const bringing = send(picture);
    brought.set(address, bringing);
    return bringing;
  }

  async function send({ address, read }: ImportedPicture): Promise<MediaSummary> {
    const blob = read ? await read() : await fetchElsewhere(address);
    const { item, isKnown } = await sendFile(new File([blob], nameFile(address), { type: blob.type }), {
      importId,
      ...(asking.signal && { signal: asking.signal }),
      report: (_, note) => note && asking.wait(note),
    });
    if (isKnown) await note(item.id);
    return item;
  }

  async function fetchElsewhere(address: string): Promise<Blob> {
    if (!fetches) throw new Error("It is not in the file, and pictures are not fetched.");
    const form = new FormData();
    form.set("intent", "fetch");
    form.set("import", importId);
    form.set("address", address);
    return (await askForResponse(filesAddress, form, asking)).blob();
  }

  return {
    async bring({ pictures }, { done, fail }) {
      const found = new Map<string, FoundPicture>();
      for (const picture of pictures) {
        try {
          const { src, type } = await bringOne(picture);
          found.set(picture.address, { src, isStill: !["application/pdf", "image/gif"].includes(type) });
        } catch (error) {
          if (asking.signal?.aborted) throw error;
          const why = error instanceof Error ? error.message : String(error);
          // Without a session nothing else would come either.
          if (why.startsWith("You are signed out")) throw error;
          fail(picture.address, why);
        }
        done();
      }
      return found;
    },
  };
}

/** The last part of an address, as a name of a file. */
function nameFile(address: string): string {
  const [path = ""] = address.split(/[?#]/);
  const name = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || "picture";
  } catch {
    return name || "picture";
  }
}
