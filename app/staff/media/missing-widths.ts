import { type Missing, postMade } from "./use-missing.ts";
import { preparePicture } from "./prepare-picture.ts";

interface MissingWidths {
  id: string;
  name: string;
  /** The key of its file. */
  file_key: string;
}

/** Makes the further widths of pictures that came without them. */
export const missingWidths: Missing<MissingWidths> = {
  path: "/blog-management/media-widths",
  async make({ id, name, file_key }, signal) {
    const answer = await fetch(`/media/${file_key}`, { signal });
    if (!answer.ok) throw new Error(`“${name}” did not arrive.`);
    const { variants, placeholder } = await preparePicture(new File([await answer.blob()], name));
    if (variants.length === 0) throw new Error(`This browser cannot draw “${name}”.`);
    const form = new FormData();
    form.set("id", id);
    form.set("file", file_key);
    form.set("placeholder", placeholder);
    for (const variant of variants) form.append("variant", variant, "variant.webp");
    await postMade(missingWidths.path, form, signal);
  },
};
