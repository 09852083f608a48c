/** Development helpers of the one-machine stack: the addresses of its parts, and the mails it would have sent. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { readMailbox, type KeptMail } from '#api/adapters/mailer.ts';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';

const mailboxQuery = z.object({ to: z.string().max(254).optional() });

export function devRoutes({ env }: Deps) {
  const mailsTo = (to?: string): Promise<KeptMail[]> =>
    env.MAILBOX_DIR ? readMailbox(env.MAILBOX_DIR, to) : Promise.resolve([]);
  return new Hono<AppEnv>()
    .get('/api/dev/info', (c) =>
      c.json({
        success: true as const,
        temporalUi: env.TEMPORAL_UI_URL ?? null,
        sandbox: env.SANDBOX_URL ?? null,
        mailbox: new URL('/dev/mailbox', env.APP_URL).href,
      }),
    )
    .get('/api/dev/mailbox', validate('query', mailboxQuery), async (c) =>
      c.json({ success: true as const, messages: await mailsTo(c.req.valid('query').to) }),
    )
    .get('/dev/mailbox', validate('query', mailboxQuery), async (c) =>
      c.html(mailboxPage(await mailsTo(c.req.valid('query').to))),
    );
}

function mailboxPage(mails: KeptMail[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox – Chalan development helper</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 46rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color-scheme: light dark;
          }
          article {
            border-top: 1px solid #8886;
            padding: 0.5rem 0 1rem;
          }
          h2 {
            font-size: 1.1rem;
            margin: 0.5rem 0 0;
          }
          .about {
            opacity: 0.75;
            margin: 0;
          }
          .text {
            white-space: pre-line;
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        <h1>Mailbox</h1>
        <p>
          A development helper: this stack sends no mail. What it would have sent is kept here, newest first.
        </p>
        ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(mailArticle)}
      </body>
    </html>`;
}

function mailArticle(mail: KeptMail) {
  return html`<article>
    <h2>${mail.subject}</h2>
    <p class="about">To ${mail.to}, <time datetime="${mail.at}">${mail.at}</time></p>
    <div class="text">${linked(mail.text)}</div>
  </article>`;
}

/** Renders a text with its addresses as links; the odd parts of the split are the addresses. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
