import type { StateCore, Token } from "markdown-it";

/** A video of another site, which a reader may load into an article. */
export type Embed = {
  /** Where it is shown by itself: what an article links to. */
  href: string;
  /** The address of its player, which keeps less of a visitor than the page of the video does. */
  player: string;
  /** Of whom it is, such as "YouTube". */
  host: string;
};

/** Origins of players: the only ones that a page of this site may show in a frame. */
export const playerOrigins = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"] as const;

const youTube =
  /^https:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;
const vimeo = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,12})(?![\w-])/;

/** The video at an address, or null where it is none that an article may show. */
export function findEmbed(href: string): Embed | null {
  const film = youTube.exec(href)?.[1];
  if (film !== undefined) return { href, player: `${playerOrigins[0]}/embed/${film}?autoplay=1`, host: "YouTube" };
  const clip = vimeo.exec(href)?.[1];
  if (clip === undefined) return null;
  return { href, player: `${playerOrigins[1]}/video/${clip}?autoplay=1&dnt=1`, host: "Vimeo" };
}

/** The video of a paragraph that is nothing but a plain link to it, with the words of that link. */
export function readEmbed({ children }: Token): { embed: Embed; title: string } | null {
  const [open, text, close, ...others] = children ?? [];
  if (open?.type !== "link_open" || text?.type !== "text" || close?.type !== "link_close" || others.length > 0)
    return null;
  const embed = open.attrGet("title") === null ? findEmbed(String(open.attrGet("href") ?? "")) : null;
  return embed && text.content.trim() !== "" ? { embed, title: text.content } : null;
}

/** Turns such paragraphs of the article itself, not those of its lists, quotes and notes, into one token of their own. */
export function markEmbeds(state: StateCore): void {
  for (const [index, open] of state.tokens.entries()) {
    // What follows is the text of notes.
    if (open.type === "footnote_block_open") return;
    const inline = state.tokens[index + 1];
    const found = open.type === "paragraph_open" && open.level === 0 && inline ? readEmbed(inline) : null;
    if (!found || !inline) continue;
    open.attrSet("class", "embed");
    const token = new state.Token("embed", "a", 0);
    token.content = found.title;
    token.meta = found.embed;
    inline.children = [token];
  }
}
