/** The frame of every sandbox page, plain and always labelled as the sandbox, and the tables of many pages. */
import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

const style = raw(`<style>
body { font: 14px/1.4 sans-serif; margin: 0; color: #222; background: #fafafa }
.sandbox { background: #7a1f5c; color: #fff; padding: 4px 16px; font-weight: bold; letter-spacing: 2px }
main { padding: 16px; max-width: 960px }
table { border-collapse: collapse } th, td { border: 1px solid #bbb; padding: 2px 8px; text-align: left; font-weight: normal }
label { display: inline-block; min-width: 120px } .alert { border-left: 4px solid #b00; padding: 4px 12px; background: #fee }
nav a, .button { margin-right: 16px } iframe { width: 100%; height: 600px; border: 1px solid #bbb }
</style>`);

export function page(title: string, body: Html, head: Html | '' = ''): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}${head}
      </head>
      <body>
        <div class="sandbox">SANDBOX</div>
        <main>${body}</main>
      </body>
    </html>`;
}

/** A table with headings. */
export function listTable(
  id: string,
  headings: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html {
  return html`<table id="${id}">
    <thead>
      <tr>
        ${headings.map((heading) => html`<th>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A table of labels and values. */
export function factTable(id: string, pairs: readonly (readonly [label: string, value: string])[]): Html {
  return html`<table id="${id}">
    <tbody>
      ${pairs.map(
        ([label, value]) =>
          html`<tr>
            <th>${label}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
