import { downloadZip } from "client-zip";
import sharp from "sharp";
import { bareArticle } from "#tests/bare-article.ts";
import { writeArticleFile } from "#shared/insights/article-file.ts";
import { manifest } from "#shared/imports/site-export.ts";

interface Written {
  /** Stands in every name and address, so that no other test has the same. */
  mark: string;
  posts: number;
  /** Adds a post that cannot be read. */
  isDamaged?: boolean;
  /** Of all articles. */
  text?: string;
}

/** An export of another site like this: drafts with a picture in the first of them, as a file that a page takes. */
export async function makeExport({ mark, posts, isDamaged = false, text = "Text." }: Written) {
  const id = crypto.randomUUID();
  const key = `library/${id}/plant.png`;
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const topic = (slug: string) => ({ slug, name: `Demo ${slug}`, formerPaths: [] });
  const file = `media/${id}/original.png`;
  const item = {
    id,
    key,
    name: "plant.png",
    alt: "",
    caption: "",
    focus: { x: 0.5, y: 0.5 },
    placeholder: "",
    file,
    widths: [],
  };
  const at = "2019-05-06T07:08:09.000Z";
  const articles = Array.from({ length: posts }, (_, index) => {
    const slug = `imported-${mark}-${index + 1}`;
    const head = {
      slug,
      title: `Imported ${mark} ${index + 1}`,
      dek: "",
      category: `imported-${mark}`,
      authors: [`writer-${mark}`],
      tags: [],
      ...bareArticle,
      status: "draft" as const,
      publishAt: null,
      unpublishAt: null,
      trashedAt: null,
      createdAt: at,
      updatedAt: at,
      editedAt: at,
      formerPaths: [`/2019/05/${slug}`],
    };
    const shown = index === 0 ? `${text}\n\n![A plant](/media/${key})\n` : text;
    return { name: `posts/${slug}.md`, input: writeArticleFile(head, shown) };
  });
  const damaged = isDamaged ? [{ name: `posts/damaged-${mark}.md`, input: "no front matter" }] : [];
  const json = (value: unknown) => JSON.stringify(value);
  const buffer = await downloadZip([
    { name: "manifest.json", input: json({ ...manifest, origin: `https://${mark}.example` }) },
    { name: "authors.json", input: json([{ ...topic(`writer-${mark}`), role: "", bio: "", links: [], photo: null }]) },
    { name: "categories.json", input: json([{ ...topic(`imported-${mark}`), description: "" }]) },
    { name: "tags.json", input: json([]) },
    ...articles,
    ...damaged,
    { name: "drawings.json", input: json([]) },
    { name: file, input: new Uint8Array(picture) },
    { name: "media.json", input: json([item]) },
  ]).arrayBuffer();
  return { name: `articles-${mark}.zip`, mimeType: "application/zip", buffer: Buffer.from(buffer) };
}
