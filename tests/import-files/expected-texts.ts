/** What the editor would store of the texts in wordpress-files.ts and ghost-files.ts. */

export const wordpressBlocks = `Words with **weight**, *slant*, \`a[i]]>b\` and [the second post](/2023/01/second/).

### A heading

- One
  1. Inner

![A tower](https://old.example/wp-content/uploads/2023/01/tower.jpg "The tower at noon")

![a](https://old.example/wp-content/uploads/a.png)

![b](https://old.example/wp-content/uploads/b.png "Second")

Both of them

> Said so.
>
> Somebody

> [!pull]
> Large words

\`\`\`js
if (a < b) {
  [gallery]
}
\`\`\`

| Hour | MW |
| --- | --: |
| 06 | 412 \\| 5 |

Load

[https://www.youtube.com/watch?v=dQw4w9WgXcQ](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

A film

---

[Write to us](https://old.example/contact)

Left[^1]

Right

From 10 a month

[^1]: Words of the *note*
`;

export const wordpressClassic = `First line\\
second line, with **bold** & *slanted*.

![A tower](https://old.example/wp-content/uploads/2023/01/tower.jpg "The tower")

## After the fold

- One
- Two

> Quoted
>
> twice

![](https://old.example/wp-content/uploads/a.png)

![](https://old.example/wp-content/uploads/b.png)

[https://vimeo.com/76979871](https://vimeo.com/76979871)

[https://www.youtube.com/watch?v=dQw4w9WgXcQ](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

[https://www.youtube.com/watch?v=dQw4w9WgXcQ](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

\`\`\`php
<?php echo "[not a shortcode]"; // a < b

$x = 1;
\`\`\`

**Mind**

Inner **words** stay

and goes; \\[sic\\], \\[1\\] and \\[gallery\\] stay.

Last.
`;

export const ghostLexical = `Words with **weight**, *slant*, \`a < b\` and [a link](/second/)\\
H~2~O

### A heading

- One
  1. Inner

> Said so.

> [!pull]
> Large words

\`\`\`js
if (a < b) {
  c();
}
\`\`\`

Some code

![A tower](/content/images/2023/01/tower.jpg "The tower at noon")

![a](/content/images/2023/01/a.png)

![](https://images.example/b.png "Second")

Both of them

[A page & more](https://example.com/page)\\
About it

[A film](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

Own **HTML**

Own *Markdown*

- item

> [!note] 💡
> Mind **this**

**A question**

An answer

[Write to us](/contact/)

## Large heading

Below it

[A paper](/content/files/2023/01/a.pdf)

Two pages

[/content/media/2023/01/a.mp4](/content/media/2023/01/a.mp4)

---

## Sign up

Text of a widget
`;

export const ghostMobiledoc = `**Bold [and linked](https://example.com/?a=1&b=2)**\\
next & last

## A heading

- One
- Two

> Said so.

![A tower](/content/images/2020/05/tower.jpg "At noon")

## From *Markdown*

---

\`\`\`c
a < b
\`\`\`
`;

/** A page of Hugo, with what others of its kind write, too. */
export const hugoFile = `---
title: "First: a post"
date: 2023-01-05T10:00:00+01:00
authors: [Ada Writer]
tags: [Grid, Forecast]
cover:
  image: /img/cover.png
  alt: A cover
aliases: [/old/first, older]
weight: 3
mood: calm
---
# First: a post

Hard-wrapped
text with <b>bold</b>, ~~gone~~, https://example.com and a note[^a].

![A tower](tower.png "At noon")

- [x] done
- [ ] open

> [!TIP]
> Mind this.

{{< youtube dQw4w9WgXcQ >}}

{{< chart a="1" >}}

\`\`\`go
{{ .Title }}
\`\`\`

| a | b |
| - | :-: |
| 1 | 2 |

[^a]: Words of the *note*.
`;

export const hugoText = `Hard-wrapped text with **bold**, ~~gone~~, [https://example.com](https://example.com) and a note[^1].

![A tower](tower.png "At noon")

- ☑ done
- ☐ open

> [!note] Tip
> Mind this.

[https://www.youtube.com/watch?v=dQw4w9WgXcQ](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

\`\`\`go
{{ .Title }}
\`\`\`

| a | b |
| --- | :-: |
| 1 | 2 |

[^1]: Words of the *note*.
`;

/** A page as content systems write it. */
export const webPage = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>A page - Old site</title>
<meta name="description" content="What it is about"><meta name="author" content="Ada Writer">
<meta property="article:published_time" content="2023-01-05T10:00:00Z"><meta property="article:tag" content="Grid">
<link rel="canonical" href="https://old.example/one/"></head>
<body><header>Old site</header><nav><a href="/">Home</a></nav>
<article><h1>A page</h1>
<p onclick="pwn()" style="color:red">Words, <kbd>Ctrl</kbd> and <a href="tel:123">a number</a>.</p>
<p><img src="tower.png" alt="A tower" width="10"></p>
<p>In a line <img src="data:image/png;base64,iVBORw0KGgo=" alt="a dot"> of text.</p>
<table><tr><td>Hour</td><td colspan="2">MW<br>peak</td></tr><tr><td><table><tr><td>0</td><td>6</td></tr></table></td><td>412</td></tr></table>
<iframe src="https://tracker.example/x"></iframe><form action="/x"><input name="q"><button>Go</button></form>
<dl><dt>Term</dt><dd>What it means</dd></dl>
<pre><code class="language-sql">select 1;</code></pre>
</article><footer>© Old site</footer></body></html>
`;

export const webPageText = `Words, \`Ctrl\` and [a number](tel:123).

![A tower](tower.png)

In a line ![a dot](in-text-1.png) of text.

| Hour | MW peak |  |
| --- | --- | --- |
| 0 6 | 412 |  |

**Term**

What it means

\`\`\`sql
select 1;
\`\`\`
`;
