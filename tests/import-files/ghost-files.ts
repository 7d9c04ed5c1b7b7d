/** Files as Ghost 5 exports them: tables of its database in one object. */

export interface GhostPost {
  id: string;
  title: string;
  slug?: string;
  type?: string;
  status?: string;
  visibility?: string;
  lexical?: unknown;
  mobiledoc?: unknown;
  html?: string;
  values?: Readonly<Record<string, unknown>>;
  meta?: Readonly<Record<string, unknown>>;
}

/** `indent` lays the file out in lines, as some tools do; Ghost writes one line. */
export function makeGhostFile(posts: readonly GhostPost[], indent?: number): string {
  const data = {
    posts: posts.map(makePost),
    posts_authors: posts.map(({ id }) => ({ id: `pa${id}`, post_id: id, author_id: "u1", sort_order: 0 })),
    posts_meta: posts.flatMap(({ id, meta }) => (meta ? [{ id: `m${id}`, post_id: id, ...meta }] : [])),
    posts_tags: posts.flatMap(({ id }) => [
      { id: `b${id}`, post_id: id, tag_id: "t2", sort_order: 1 },
      { id: `a${id}`, post_id: id, tag_id: "t1", sort_order: 0 },
      { id: `c${id}`, post_id: id, tag_id: "t3", sort_order: 2 },
    ]),
    settings: [{ id: "s1", key: "title", value: "Old ghost" }],
    tags: [
      { id: "t1", name: "Grid", slug: "grid", visibility: "public" },
      { id: "t2", name: "Forecast", slug: "forecast", visibility: "public" },
      { id: "t3", name: "#hidden", slug: "hash-hidden", visibility: "internal" },
    ],
    users: [
      { id: "u1", name: "Ada Writer", slug: "ada", email: "ada@old.example", bio: "Writes.", password: "$2a$10$x" },
    ],
  };
  return JSON.stringify({ db: [{ meta: { exported_on: 1704789000000, version: "5.75.0" }, data }] }, null, indent);
}

function makePost({ id, title, slug, type, status, visibility, lexical, mobiledoc, html, values }: GhostPost) {
  const isShown = status === undefined || status === "published";
  return {
    id,
    uuid: `00000000-0000-4000-8000-${id.padStart(12, "0")}`,
    title,
    slug: slug ?? `post-${id}`,
    mobiledoc: mobiledoc === undefined ? null : JSON.stringify(mobiledoc),
    lexical: lexical === undefined ? null : JSON.stringify(lexical),
    html: html ?? null,
    comment_id: id,
    plaintext: null,
    feature_image: null,
    featured: 0,
    type: type ?? "post",
    status: status ?? "published",
    locale: null,
    visibility: visibility ?? "public",
    email_recipient_filter: "all",
    created_at: "2023-01-04T10:00:00.000Z",
    updated_at: "2023-02-01T08:00:00.000Z",
    published_at: isShown ? "2023-01-05T10:00:00.000Z" : status === "scheduled" ? "2099-01-05T10:00:00.000Z" : null,
    custom_excerpt: null,
    codeinjection_head: null,
    codeinjection_foot: null,
    custom_template: null,
    canonical_url: null,
    newsletter_id: null,
    show_title_and_feature_image: 1,
    ...values,
  };
}

const text = (words: string, format = 0) => ({
  detail: 0,
  format,
  mode: "normal",
  style: "",
  text: words,
  type: "extended-text",
  version: 1,
});
const block = (type: string, children: unknown[], more: object = {}) => ({
  children,
  direction: "ltr",
  format: "",
  indent: 0,
  type,
  version: 1,
  ...more,
});

/** A document of Ghost 5 with one part of each kind. */
export const lexicalDocument = {
  root: block("root", [
    block("paragraph", [
      text("Words with "),
      text("weight", 1),
      text(", "),
      text("slant", 2),
      text(", "),
      text("a < b", 16),
      text(" and "),
      block("link", [text("a link")], { url: "__GHOST_URL__/second/", rel: null }),
      { type: "linebreak", version: 1 },
      text("H"),
      text("2", 32),
      text("O"),
    ]),
    block("extended-heading", [text("A heading")], { tag: "h3" }),
    block(
      "list",
      [
        block("listitem", [text("One")], { value: 1 }),
        block(
          "listitem",
          [block("list", [block("listitem", [text("Inner")], { value: 1 })], { listType: "number", start: 1 })],
          {
            value: 2,
          },
        ),
      ],
      { listType: "bullet", start: 1, tag: "ul" },
    ),
    block("extended-quote", [text("Said so.")]),
    block("aside", [text("Large words")]),
    { type: "codeblock", version: 1, code: "if (a < b) {\n  c();\n}", language: "js", caption: "Some code" },
    {
      type: "image",
      version: 1,
      src: "__GHOST_URL__/content/images/2023/01/tower.jpg",
      width: 1600,
      height: 900,
      title: "",
      alt: "A tower",
      caption: '<span style="white-space: pre-wrap;">The tower at </span><em>noon</em>',
      cardWidth: "wide",
      href: "",
    },
    {
      type: "gallery",
      version: 1,
      images: [
        {
          row: 0,
          fileName: "a.png",
          src: "__GHOST_URL__/content/images/2023/01/a.png",
          width: 10,
          height: 10,
          alt: "a",
        },
        { row: 0, fileName: "b.png", src: "https://images.example/b.png", width: 10, height: 10, caption: "Second" },
      ],
      caption: "Both of them",
    },
    {
      type: "bookmark",
      version: 1,
      url: "https://example.com/page",
      metadata: { icon: "https://example.com/favicon.ico", title: "A page & more", description: "About it" },
      caption: "",
    },
    {
      type: "embed",
      version: 1,
      url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      embedType: "video",
      html: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
      metadata: { title: "A film" },
      caption: "",
    },
    { type: "html", version: 1, html: "<p>Own <b>HTML</b></p><script>pwn()</script><!-- never closed" },
    { type: "markdown", version: 1, markdown: "Own *Markdown*\n\n- item" },
    {
      type: "callout",
      version: 1,
      calloutText: "<p>Mind <strong>this</strong></p>",
      calloutEmoji: "💡",
      backgroundColor: "blue",
    },
    { type: "toggle", version: 1, heading: "A question", content: "<p>An answer</p>" },
    { type: "button", version: 1, buttonText: "Write to us", alignment: "center", buttonUrl: "__GHOST_URL__/contact/" },
    { type: "header", version: 2, header: "Large heading", subheader: "Below it", buttonText: "", buttonUrl: "" },
    {
      type: "file",
      version: 1,
      src: "__GHOST_URL__/content/files/2023/01/a.pdf",
      fileTitle: "A paper",
      fileCaption: "Two pages",
      fileName: "a.pdf",
      fileSize: 1,
    },
    { type: "video", version: 1, src: "__GHOST_URL__/content/media/2023/01/a.mp4", caption: "" },
    { type: "horizontalrule", version: 1 },
    { type: "paywall", version: 1 },
    { type: "signup", version: 1, header: "Sign up" },
    block("acme-widget", [text("Text of a widget")]),
    { type: "poll", version: 1, question: "?" },
    block("paragraph", []),
  ]),
};

/** A document of Ghost 2 to 4 with its parts. */
const mobiledocDocument = {
  version: "0.3.1",
  ghostVersion: "4.0",
  atoms: [["soft-return", "", {}]],
  cards: [
    ["image", { src: "__GHOST_URL__/content/images/2020/05/tower.jpg", alt: "A tower", caption: "At <i>noon</i>" }],
    ["markdown", { markdown: "## From *Markdown*" }],
    ["hr", {}],
    ["code", { code: "a < b", language: "c" }],
    ["acme", { a: 1 }],
  ],
  markups: [["strong"], ["a", ["href", "https://example.com/?a=1&b=2", "rel", "noopener"]]],
  sections: [
    [
      1,
      "p",
      [
        [0, [0], 0, "Bold "],
        [0, [1], 2, "and linked"],
        [1, [], 0, 0],
        [0, [], 0, " next & last"],
      ],
    ],
    [1, "h2", [[0, [], 0, "A heading"]]],
    [3, "ul", [[[0, [], 0, "One"]], [[0, [], 0, "Two"]]]],
    [1, "blockquote", [[0, [], 0, "Said so."]]],
    [10, 0],
    [10, 1],
    [10, 2],
    [10, 3],
    [10, 4],
  ],
};

/** Posts of every kind and state. */
export const ghostPosts: readonly GhostPost[] = [
  {
    id: "1",
    title: "Tricky & <title>",
    slug: "tricky",
    lexical: lexicalDocument,
    html: "<p>Not this</p>",
    values: {
      feature_image: "__GHOST_URL__/content/images/2023/01/cover.jpg",
      featured: 1,
      custom_excerpt: "What it is about",
      canonical_url: "https://first.example/tricky",
      codeinjection_head: "<script>pwn()</script>",
    },
    meta: {
      meta_title: "For search engines",
      meta_description: "Found there",
      feature_image_alt: "A cover",
      feature_image_caption: null,
    },
  },
  { id: "2", title: "Older", mobiledoc: mobiledocDocument },
  {
    id: "3",
    title: "Oldest",
    html: "<h2>Heading</h2><p>From __GHOST_URL__ <a href='__GHOST_URL__/tricky/'>there</a></p>",
  },
  { id: "4", title: "Draft", status: "draft", html: "<p>Text</p>" },
  { id: "5", title: "Later", status: "scheduled", html: "<p>Text</p>" },
  { id: "6", title: "For members", visibility: "members", html: "<p>Text</p>" },
  { id: "7", title: "Mailed", status: "sent", html: "<p>Text</p>" },
  { id: "8", title: "About us", type: "page", html: "<p>Text</p>" },
  { id: "9", title: "Damaged", lexical: { root: null }, html: "" },
];

/** As large as a blog of ten years. */
export function makeLargeGhostFile(count: number): string {
  return makeGhostFile(
    Array.from({ length: count }, (_, at) => ({
      id: String(at + 1),
      title: `Post ${at + 1}`,
      ...(at % 2 === 0 ? { lexical: lexicalDocument } : { mobiledoc: mobiledocDocument }),
    })),
  );
}
