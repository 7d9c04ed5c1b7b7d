/**
 * Articles as they leave other systems, written after what those write: READMEs of GitHub, posts of WordPress that a
 * converter made Markdown of, Ghost's own Markdown, pages of Notion, notes, and texts of other scripts.
 */

const readmes = [
  `<h1 align="center">
  <img src="docs/logo.svg" alt="Logo" width="120"><br>
  widget
</h1>

<p align="center">
<a href="https://npmjs.com/package/widget"><img src="https://img.shields.io/npm/v/widget.svg"></a>
</p>

[![Build](https://github.com/x/widget/actions/workflows/ci.yml/badge.svg)](https://github.com/x/widget/actions) [![License: MIT](https://img.shields.io/badge/License-MIT-yellow.svg)](LICENSE)

> A tiny, *typed* widget for **\`Node\`** and browsers.
`,
  `Widget
======

Install
-------

\`\`\`console
$ npm install --save-exact widget
added 1 package in 2s
\`\`\`

Use
---

\`\`\`ts
import { widget } from "widget";

const answer = widget\`a \${1}\`;
\`\`\`

See the [API](#api), [issues][1] or <https://example.com/widget>.

[1]: https://github.com/x/widget/issues "Issues"
`,
  `## Table of contents

- [Install](#install)
  - [npm](#npm)
  - [From source](#from-source)
- [Options](#options)
  1. [Required](#required)
  2. [Optional](#optional)

* [x] Types
* [ ] Docs
`,
  `| Option | Type | Default | |
|:-------|:----:|--------:|-|
| \`size\` | \`"a" \\| "b"\` | \`"a"\` | How large |
| \`on\\*\` | \`(e) => void\` | – | see [events](#events) |
| **\`id\`** | *string* || required |
`,
  `1. Clone it:
   \`\`\`sh
   git clone https://example.com/x.git
   cd x
   \`\`\`
2. Build it:

   \`\`\`sh
   make
   \`\`\`

   It takes a minute.
3. Done. :tada:
`,
  `<details>
<summary>More</summary>

Inside **text** and \`code\`.

</details>

---

Made with ❤️ by @somebody, © 2026. Fixes #12, see x/y#3 and 1a2b3c4.
`,
  `### \`widget.open(path[, options])\` ###

* \`path\` &lt;string&gt; | &lt;URL&gt;
* \`options\` &lt;Object&gt;
  * \`flags\` &lt;string&gt; **Default:** \`'r'\`.
  * \`mode\` &lt;integer&gt;
* Returns: &lt;Promise&gt;

Added in: v1.2.0_rc.1, __not__ in *v1*.
`,
  `Changelog
=========
All notable changes. This project follows [SemVer](https://semver.org/).

## [Unreleased]
### Added
- New *thing* (#14)
### Fixed
- \`a_b_c\` no longer breaks; thanks @x!

## [1.0.0] - 2026-01-02
- First

[Unreleased]: https://example.com/compare/v1.0.0...HEAD
[1.0.0]: https://example.com/releases/v1.0.0
`,
  `> **Note**
> This is old.

> [!WARNING]
> Not one of ours.

> [!note] Ours
> With a list:
> - a
> - b

\`\`\`diff
- old
+ new
\`\`\`

~~~~md
\`\`\`js
nested
\`\`\`
~~~~
`,
];

const wordPress = [
  `<!-- wp:paragraph -->
<p>A paragraph.</p>
<!-- /wp:paragraph -->

<!-- wp:heading {"level":3} -->
<h3>A heading</h3>
<!-- /wp:heading -->
`,
  `This is the first paragraph of a post from 2014. It has “curly quotes”, an ellipsis… and a dash – or two — like that.

[caption id="attachment_12" align="alignnone" width="300"]<a href="/wp-content/uploads/2014/03/x.jpg"><img class="size-medium wp-image-12" src="/wp-content/uploads/2014/03/x-300x200.jpg" alt="x" /></a> A caption[/caption]

<!--more-->

The rest&nbsp;of it.
`,
  `[gallery ids="1,2,3" columns="3"]

[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]

https://vimeo.com/12345

[embed]https://twitter.com/x/status/1[/embed]
`,
  `![](/wp-content/uploads/2014/03/x.jpg)

![A machine](/wp-content/uploads/2014/03/y.jpg "The machine, 1912")

[![Small](/wp-content/uploads/small.jpg)](/wp-content/uploads/large.jpg)

**Photo:** *by somebody* (CC BY 2.0)
`,
  `### 1. First reason

Text.  
Second line after a break.

### 2. Second reason

1\\. not a list

\\* not one either

&#8220;Numbered quotes&#8221; &#8211; and &amp; signs &hellip;
`,
  `<pre class="brush: php; title: ; notranslate" title="">
<?php echo "x"; ?>
</pre>

\`\`\`php
<?php
add_action( 'init', function() { /* … */ } );
\`\`\`
`,
  `<table>
<tbody>
<tr>
<td>a</td>
<td>b</td>
</tr>
</tbody>
</table>

<ul>
<li>One</li>
</ul>

<blockquote class="twitter-tweet">x</blockquote>
`,
  `Update (2016-04-01): **this no longer works**.[^1]

<div class="aligncenter">

Text *inside*.

</div>

[^1]: See [the new post](/2016/04/new-post/).
`,
  `Price: $5 * 3 = $15, 5 * 3 * 2, file_name_here.txt, C:\\\\dir\\\\file, 100%, #hashtag @name, 1 < 2 > 0, a && b.
`,
];

const ghost = [
  `*This post first appeared in our newsletter. [Subscribe](#/portal/signup) to get it first.*

![Cover](/content/images/2024/05/cover.png)

## What happened

Text with a [link](https://example.com/?ref=blog) and \`code\`.

---

### Read more

- [One](/one/)
- [Two](/two/)
`,
  `<!--kg-card-begin: html-->
<iframe src="https://example.com/embed"></iframe>
<!--kg-card-end: html-->

<!--kg-card-begin: markdown-->
| a | b |
|---|---|
| 1 | 2 |
<!--kg-card-end: markdown-->
`,
  `![Alt](/content/images/size/w1000/2024/05/x.jpg "Photo by [somebody](https://unsplash.com)")

> Pull quote on one line

\`\`\`javascript
const a = \`\${b}\`; // comment
\`\`\`

^[An aside in the text, with *stars*.]
`,
  `# The title again

## The title again

## The title again

#Not a heading

####### Not one either

# 
`,
  `Hey %%{first_name, "there"}%%,

{{#if @member}}text{{/if}}

[Button text](https://example.com/ "A button")

***

**P.S.** Reply to this mail!
`,
  `Intro line
with a soft break
and a third line.

* * *

A list:
* one
* two
   * two and a half
* three

Another:

1) a
2) b

   more b
`,
];

const notion = [
  `# Project plan

Owner: Ada
Status: In progress
Created: 3 March 2026 09:12

- [ ]  Todo with two spaces
- [x]  Done

<aside>
💡 A call-out with a light bulb.

</aside>
`,
  `## Meeting notes

- Topic
    - Indented by four
        - By eight
    
    With a blank line of spaces.
- Next
    
    \`\`\`jsx
    const x = 1;
    \`\`\`
    
1. First
    1. Inner
    2. Inner
2. Second
`,
  `| Name | Tags | Done |
| --- | --- | --- |
| [Page one](Page%20one%201a2b3c.md) | a, b | Yes |
| [Page (two)](Page%20(two)%204d5e6f.md) |  | No |
| | | |

![Untitled](Project%20plan%201a2b/Untitled.png)
`,
  `> Quote
over two lines

> 
> 

$$
e = mc^2
$$

Inline $x_1 + x_2$ and \`inline\`.

---

[https://www.example.com/a_b_c?d=e&f=g](https://www.example.com/a_b_c?d=e&f=g)
`,
  `**Bold:** text
**Bold again**: text

***Both*** and **bold *and* slanted** and *slanted **and** bold*

~~Gone~~, <u>under</u>, <span style="color:red">red</span>

Emoji: 👩🏽‍💻 🏳️‍🌈 ✅ ⚠️
`,
];

const others = [
  `---
title: Front matter stays text
tags: [a, b]
---

Body.
`,
  `+++
title = "Hugo"
+++

{{< figure src="/x.png" title="y" >}}

{{% notice %}}
Text
{{% /notice %}}
`,
  `{% raw %}{{ x }}{% endraw %}

{: .class #id}
Text {: .class}

* TOC
{:toc}

Term
: Definition
`,
  `Text before.
***
Text after.
---
Heading by accident.

Line one\\
line two\\
line three

a  
b  
c
`,
  `日本語の段落です。**太字**と*斜体*、そして「引用」。[リンク](/insights/日本)。

## 見出し：二つ目

- 一つ目
- 二つ目
  - 入れ子

| 列 | 値 |
| --- | --: |
| あ | １２３ |

中文**加粗（括号）**后面。中文*斜体*。「**引号**」
`,
  `## עברית וערבית

שלום **עולם**, זהו [קישור](https://example.com/a?b=ג) עם 123 ו-ABC.

- פריט ראשון
- פריט שני

مرحبا **بالعالم**، هذا [رابط](/x "عنوان").

> [!note] הערה
> טקסט *נטוי* (סוגריים).
`,
  `हिन्दी **गाढ़ा** पाठ। ไทย**ตัวหนา**ข้อความ. 한국어**굵게**는 *기울임*이.

Ünïcödé e\u0301 ﬁ ½ № ™ \u00ad soft hyphen, zero\u200bwidth, nar\u202frow, word\u2060joiner.

𝒳 👨‍👩‍👧‍👦 🇩🇪 ☎︎ ❤️
`,
  "Tab\tin text\n\n-\tTab after the mark\n-\tAnother\n\t- Nested by tab\n\n\tcode by tab\n\n1.\tOne\n\n\tmore of one\n\n>\tquote\n",
  "Windows\r\nlines\r\n\r\n- a\r\n- b\r\n\r\n```js\r\nx\r\n\r\ny\r\n```\r\n\r\n| a |\r\n| - |\r\n| b |\r\n",
  "Old\rMac\r\rlines\r\r- a\r",
  `[a](/x(y)z) [b](/x\\)y) [c](</x y> 'it''s') [d](/x "say \\"hi\\"") [e](/x (round)) [f]( /spaced ) [g](<>)

[h](/x?a=1&amp;b=2#c) [i](http://[::1]:80/) [j](/ä/ß) [k](/%20%2F) [l](mailto:a+b@c.example?subject=x%20y)

[m][N] [n][] [N] [no such]

[n]: <https://example.com/a b> (Title)
[unused]: /never
`,
  `A[^1], B[^long-name], C[^1], D[^ünï].

[^1]: Short.
[^long-name]: Long.

    Second paragraph, with \`code\`.

    > quote

    - list

[^ünï]: With [a link](/x) and **bold**.
`,
  `\`\`\`\`
\`\`\`
three inside four
\`\`\`
\`\`\`\`

~~~~~
~~~
\`\`\`
~~~~~

\`\`\`js {1,3-5} title="a b"
x
\`\`\`

    indented

    \`\`\`
    not a fence

\`\`\` not a fence \`\`\`

\`\` a\`b \`\` and \`\`\` \`\` \`\`\` and \` \` \` and \`\\\`
`,
  `un*frigging*believable, un**frigging**believable, _snake_case_, __init__, 2*3*4, **bold**text, text**bold**, *a*b, **“quoted”**text, **a.**b

* a *b
**c
d**

*a **b*** **a *b***  ***a* b** ***a** b*
`,
  `&amp; &lt; &gt; &quot; &apos; &nbsp; &copy; &AMP; &hellip; &#39; &#x27; &#0; &#xD800; &bogus; &amp;amp; \\& &
`,
  `> a
>> b
>>> c
>
> > d
e

> - f
>   g
>
>   h
> 1. i

- > j
  >
  > k
- l
  > m
`,
];

export const exportedSources: readonly string[] = [...readmes, ...wordPress, ...ghost, ...notion, ...others];
