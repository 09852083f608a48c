/** The frame of the forwarder's portal: a menu around an application, and the parts that its pages share. */
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { page, type Html } from '#tests/sandbox/framework/html.ts';
import type { User } from '#tests/sandbox/framework/users.ts';

/** `changed` selects another layout of the same page, with other ids and words. */
export type Visit = { c: Context; user: User; changed: boolean };
export type Guard = (
  handler: (visit: Visit) => Response | Promise<Response>,
) => (c: Context) => Response | Promise<Response>;

export const alert = (words: string, id = 'poErrorMsg'): Html | '' =>
  words ? html`<div class="alert" role="alert" id="${id}">${words}</div>` : '';

export const input = (id: string, label: string, value = '', type = 'text'): Html =>
  html`<p>
    <label for="${id}">${label}</label
    ><input id="${id}" name="${id}" type="${type}" value="${value}" autocomplete="off" />
  </p>`;

export const select = (id: string, choices: readonly string[], value = ''): Html =>
  html`<select id="${id}" name="${id}">
    ${choices.map(
      (choice) => html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${choice}</option>`,
    )}
  </select>`;

export const choice = (id: string, label: string, choices: readonly string[], value = ''): Html =>
  html`<p><label for="${id}">${label}</label>${select(id, choices, value)}</p>`;

/** The page around an application; `source` is the address that its frame shows. */
export function applicationsPage({ user, changed }: Visit, source: string): Html {
  const entries = html`<a href="/damco/Applications/shipper">Shipper</a>
    <a href="/damco/Applications/documentmanagement">Document Management</a>`;
  const frame = changed ? 'appFrame' : 'applicationIframe';
  return page(
    'myDamco',
    html`<nav>
        ${user.trouble === 'no-permission' ? '' : entries}
        <a href="/damco/logout">${changed ? 'Leave' : 'Log out'}</a>
      </nav>
      ${source ? html`<iframe id="${frame}" name="${frame}" src="${source}"></iframe>` : ''}`,
  );
}

/** A page of the shipper's application, with its own menu. */
export function shipperPage(title: string, { changed }: Visit, body: Html, script = ''): Html {
  const base = '/damco/ShipperPortalWeb';
  return page(
    title,
    html`<nav>
        <a href="${base}/SearchAction.action">${changed ? 'Orders' : 'Search PO'}</a>
        <a href="${base}/SearchSOAction.action">${changed ? 'Bookings' : 'Search SO'}</a>
        <a href="${base}/FcrAction.action">${changed ? 'Receipts' : 'FCR/HBL'}</a>
      </nav>
      <h1>${title}</h1>
      ${body}`,
    script
      ? html`<script>
          ${raw(script)};
        </script>`
      : '',
  );
}
