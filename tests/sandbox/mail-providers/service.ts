/** The sign-in of Google and Microsoft as far as mailboxes need it: a page that asks for consent, and the token endpoint. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { page } from '#tests/sandbox/framework/html.ts';
import { client, type Ask, type Grants } from './grants.ts';

const PERSON = 'padma@mail.test';

export function createMailProviders(grants: Grants): Hono {
  const app = new Hono();

  app.get('/:provider/authorize', (c) => {
    const asked = c.req.query();
    const problem = problemOf(asked);
    if (problem) return c.text(problem, 400);
    return c.html(
      page(
        'Sign in',
        html`<h1>${c.req.param('provider')}: Chalan wants to read your mailbox</h1>
          <form method="post">
            ${Object.entries(asked).map(
              ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
            )}
            <label>Account <input name="account" value="${PERSON}" /></label>
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny">Cancel</button>
          </form>`,
      ),
    );
  });

  app.post('/:provider/authorize', async (c) => {
    const form = await c.req.parseBody<Record<string, string>>();
    const problem = problemOf(form);
    if (problem) return c.text(problem, 400);
    const { redirect_uri: redirectUri = '', state = '', account = PERSON } = form;
    const back = new URL(redirectUri);
    back.searchParams.set('state', state);
    if (form['decision'] === 'allow')
      back.searchParams.set('code', grants.grant(askIn(c.req.param('provider'), form), account));
    else back.searchParams.set('error', 'access_denied');
    return c.redirect(back.toString());
  });

  app.post('/:provider/token', async (c) => {
    if (grants.isDown) return c.text('Service unavailable.', 503);
    const form = await c.req.parseBody<Record<string, string>>();
    const { status, body } = grants.answer(c.req.param('provider'), form);
    return c.json(body, status);
  });

  /** Revokes what was granted, lets access tokens expire, or stops the token endpoint. */
  app.post('/__control/:change', async (c) => {
    const change = c.req.param('change');
    if (change === 'revoke') grants.revoke();
    if (change === 'expire') grants.expireAccess();
    if (change === 'down' || change === 'up') grants.isDown = change === 'down';
    return c.json({});
  });
  app.get('/__control/calls', (c) => c.json({ calls: grants.calls }));
  return app;
}

/** Neither provider starts without these. */
function problemOf(asked: Record<string, string>): string | null {
  if (asked['client_id'] !== client.id) return 'invalid_client';
  if (asked['response_type'] !== 'code' || !asked['redirect_uri'] || !asked['state'])
    return 'invalid_request';
  return asked['code_challenge'] && asked['code_challenge_method'] === 'S256' ? null : 'PKCE is missing.';
}

const askIn = (provider: string, form: Record<string, string>): Ask => ({
  provider,
  clientId: form['client_id'] ?? '',
  redirectUri: form['redirect_uri'] ?? '',
  challenge: form['code_challenge'] ?? '',
  nonce: form['nonce'] ?? '',
});
