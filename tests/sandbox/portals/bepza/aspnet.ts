/**
 * Behaviour of ASP.NET pages: one form per page, a signed view state, ids by container, links that post back by script.
 */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { factTable, listTable, type Html } from '#tests/sandbox/framework/html.ts';

const KEY = 'machine key of the sandbox';

/** One line of a grid during input. */
export type GridItem = Record<string, string>;

export const nameOf = (control: string): string => `ctl00$MainContent$${control}`;
const idOf = (control: string, changed: boolean): string =>
  changed ? `ctl00_Body_${control}2` : `ctl00_MainContent_${control}`;

/** The context of a form: `owner` is the session, and the view state of another session is refused. */
export type View = { c: Context; owner: string; changed: boolean };

const sign = (state: string, { c, owner }: View): string =>
  createHmac('sha256', KEY).update([owner, c.req.path, state].join('\n')).digest('base64url');

function writeState(view: View, items: readonly GridItem[]): string {
  const state = Buffer.from(JSON.stringify(items)).toString('base64url');
  return `${state}.${sign(state, view)}`;
}

/** The grid's lines so far; null for a state that this page did not send to this session. */
export function readState(view: View, sent: string): GridItem[] | null {
  const [state = '', signature = ''] = sent.split('.');
  if (signature !== sign(state, view)) return null;
  return JSON.parse(Buffer.from(state, 'base64url').toString()) as GridItem[];
}

const script = raw(`<script>
function __doPostBack(target, argument) {
  var form = document.getElementById('aspnetForm');
  form.__EVENTTARGET.value = target;
  form.__EVENTARGUMENT.value = argument;
  form.submit();
}
</script>`);

export function form(
  view: View,
  body: Html,
  { items = [], isUpload = false }: { items?: readonly GridItem[]; isUpload?: boolean } = {},
): Html {
  const encoding = isUpload ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return html`<form id="aspnetForm" method="post" action="${view.c.req.path}" enctype="${encoding}">
    <input type="hidden" name="__EVENTTARGET" value="" />
    <input type="hidden" name="__EVENTARGUMENT" value="" />
    <input type="hidden" name="__VIEWSTATE" value="${writeState(view, items)}" />
    ${script} ${body}
  </form>`;
}

export function textBox({ changed }: View, control: string, label: string, value = '', type = 'text'): Html {
  const id = idOf(control, changed);
  return html`<p>
    <label for="${id}">${changed ? `${label} *` : label}</label>
    <input id="${id}" name="${nameOf(control)}" type="${type}" value="${value}" />
  </p>`;
}

export function dropDown(
  { changed }: View,
  control: string,
  label: string,
  { choices, value = '' }: { choices: readonly string[]; value?: string | undefined },
): Html {
  const id = idOf(control, changed);
  return html`<p>
    <label for="${id}">${changed ? `${label} *` : label}</label>
    <select id="${id}" name="${nameOf(control)}">
      <option value="">-- Select --</option>
      ${choices.map(
        (choice) => html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${choice}</option>`,
      )}
    </select>
  </p>`;
}

export function checkBox({ changed }: View, control: string, label: string): Html {
  const id = idOf(control, changed);
  return html`<p>
    <input id="${id}" name="${nameOf(control)}" type="checkbox" /> <label for="${id}">${label}</label>
  </p>`;
}

/** With `confirm`, asks for confirmation in the browser's own dialog. */
export function submitButton({ changed }: View, control: string, label: string, confirm = ''): Html {
  const text = changed ? `${label} now` : label;
  return html`<input
    type="submit"
    id="${idOf(control, changed)}"
    name="${nameOf(control)}"
    value="${text}"
    onclick="${confirm ? `return confirm('${confirm}')` : ''}"
  />`;
}

export function linkButton({ changed }: View, control: string, label: string): Html {
  return html`<a id="${idOf(control, changed)}" href="javascript:__doPostBack('${nameOf(control)}','')"
    >${changed ? `${label} now` : label}</a
  >`;
}

/** A table with headings, as a grid view draws it. */
export function gridView(
  { changed }: View,
  control: string,
  headings: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html {
  return listTable(idOf(control, changed), headings, rows);
}

export function detailsView(
  { changed }: View,
  control: string,
  facts: readonly (readonly [label: string, value: string])[],
): Html {
  return factTable(idOf(control, changed), facts);
}
