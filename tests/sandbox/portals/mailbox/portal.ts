/** The mailbox to which a forwarder sends FCRs, reached over IMAP on its own port; this page lists its mails. */
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { usualUsers } from '#tests/sandbox/framework/form-login.ts';
import { page } from '#tests/sandbox/framework/html.ts';
import type { SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { seedMails } from './seed.ts';

const IDLE_MINUTES = 30;

export const mailbox: SandboxPortal = {
  key: 'mailbox',
  title: 'Mailbox with FCR mails (IMAP)',
  users: usualUsers(),
  idleMinutes: IDLE_MINUTES,
  routeOf: () => 'list',
  fileRoutes: ['fetch'],
  sessionIdOf: () => undefined,
  mount: (app: Hono) => app.get('/', (c) => c.html(listPage())),
};

function listPage() {
  return page(
    'Mailbox',
    html`<h1>Mails in the sandbox's mailbox</h1>
      <table>
        <thead>
          <tr>
            <th>UID</th>
            <th>Date</th>
            <th>From</th>
            <th>Subject</th>
            <th>Attachments</th>
          </tr>
        </thead>
        <tbody>
          ${seedMails.map(
            ({ uid, at, from, subject, attached }) =>
              html`<tr>
                <td>${uid}</td>
                <td>${at.slice(0, 10)}</td>
                <td>${from.name} &lt;${from.address}&gt;</td>
                <td>${subject}</td>
                <td>${attached.map(({ name }) => name).join(', ')}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );
}
