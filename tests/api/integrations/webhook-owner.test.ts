/** Only the owner of an account, who knows its password and code, decides where its events are sent. */
import { describe, expect, test } from 'vitest';
import type { WebhookView } from '#contracts/calls/integrations-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { switchOnSecondFactor } from '#tests/harness/second-factor.ts';

const app = await startTestApp({ env: { WEBHOOKS_TO_PRIVATE: 'true' } });
const guarded = await startTestApp();
const { db } = app.deps;

const request = { url: 'http://127.0.0.1:9/secure', events: ['job.completed', 'job.failed'] };

async function register({ cookie, password }: Account): Promise<string> {
  const answer = await app.post('/api/webhooks', { ...request, currentPassword: password }, cookie);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body['webhook'] as WebhookView).id;
}

const change = (id: string, { cookie }: Account, difference: object) =>
  app.request(`/api/webhooks/${id}`, {
    method: 'PUT',
    json: { ...request, enabled: true, ...difference },
    cookie,
  });
const urlOf = async (id: string) => (await db.webhook.findUniqueOrThrow({ where: { id } })).url;

describe('the owner check of a webhook', () => {
  test('a webhook cannot be registered without the password, nor without a code if two-step sign-in is on', async () => {
    const ana = await app.signUpAndVerify();
    const create = (proof: object) => app.post('/api/webhooks', { ...request, ...proof }, ana.cookie);
    expect(await create({})).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await create({ currentPassword: 'a guess' })).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD' },
    });
    const { code } = await switchOnSecondFactor(app, ana);
    expect(await create({ currentPassword: ana.password })).toMatchObject({
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect(await create({ currentPassword: ana.password, code: '000000' })).toMatchObject({
      body: { code: 'SECOND_FACTOR_WRONG' },
    });
    expect(await db.webhook.count({ where: { userId: ana.id } })).toBe(0);
    expect(await create({ currentPassword: ana.password, code: code() })).toMatchObject({
      status: 200,
    });
  });

  test('the address of a webhook cannot be changed without the password, while its events and its switch can', async () => {
    const ana = await app.signUpAndVerify();
    const id = await register(ana);
    const elsewhere = 'http://127.0.0.1:9/elsewhere';
    expect(await change(id, ana, { events: ['job.failed'], enabled: false })).toMatchObject({
      status: 200,
    });
    expect(await change(id, ana, { url: elsewhere })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'Current password is required' },
    });
    expect(await change(id, ana, { url: elsewhere, currentPassword: 'a guess' })).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD' },
    });
    expect(await urlOf(id)).toBe(request.url);
    expect(await change(id, ana, { url: elsewhere, currentPassword: ana.password })).toMatchObject({
      status: 200,
    });
    expect(await urlOf(id)).toBe(elsewhere);
  });

  test('the address of a webhook is checked before the owner, so a refused address does not use up a code', async () => {
    const ana = await guarded.signUpAndVerify();
    const { code } = await switchOnSecondFactor(guarded, ana);
    const body = { ...request, url: 'https://localhost/', currentPassword: ana.password, code: code() };
    for (let times = 0; times < 2; times += 1)
      expect(await guarded.post('/api/webhooks', body, ana.cookie)).toMatchObject({
        body: { code: 'WEBHOOK_ADDRESS_REFUSED' },
      });
  });
});
