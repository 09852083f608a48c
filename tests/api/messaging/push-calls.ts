/** Browsers of customers at the sandbox's push service, and what happens to the customers. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { newPushPrivateKey, pushPublicKey } from '#api/push-keys.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import type { OwnPushSubscription } from '#contracts/calls/messaging-answers.ts';
import { quote } from '#contracts/messages/message.ts';
import type { Account } from '#tests/harness/app.ts';
import { pushDevice, type PushDevice } from '#tests/harness/push-device.ts';
import type { Sandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import type { TestApp } from '#tests/harness/worker.ts';

const privateKey = newPushPrivateKey();
/** An installation's own keys, as its environment names them. */
export const pushKeys = {
  PUSH_PUBLIC_KEY: pushPublicKey(privateKey),
  PUSH_PRIVATE_KEY: privateKey,
  PUSH_SUBJECT: 'mailto:operator@chalan.test',
};

const inAnHour = (): Date => new Date(Date.now() + HOUR_MS);

export function pushCalls(app: TestApp, sandbox: Sandbox) {
  const { db } = app.deps;
  const newDevice = (): Promise<PushDevice> => pushDevice(sandbox.url('push'), pushKeys.PUSH_PUBLIC_KEY);

  const listed = async ({ cookie }: Account): Promise<OwnPushSubscription[]> =>
    (await app.get('/api/push-subscriptions', cookie)).body['subscriptions'] as OwnPushSubscription[];
  const subscribe = (device: PushDevice, cookie: string) =>
    app.post('/api/push-subscriptions', { ...device.subscription, language: 'en' }, cookie);

  /** Turns push on in a new browser; returns it and the id of its subscription. */
  async function turnedOn(account: Account): Promise<{ device: PushDevice; id: string }> {
    const device = await newDevice();
    const answer = await subscribe(device, account.cookie);
    expect(answer.status, answer.text).toBe(200);
    return { device, id: (answer.body['subscription'] as OwnPushSubscription).id };
  }

  /** Notifies of a question of a portal, and starts what the customer chose to get. */
  async function ask({ id: userId }: Account, usefulUntil = inAnHour()): Promise<string> {
    const jobId = randomUUID();
    const { id } = await db.jobChallenge.create({
      data: { jobId, userId, kind: 'otp', prompt: quote('Enter the code.'), expiresAt: usefulUntil },
    });
    const key = `challenge:${id}`;
    await notify(db, {
      key,
      userId,
      type: 'other',
      kind: 'code_asked',
      values: { service: 'EXP Search', prompt: quote('Enter the code.') },
      actionUrl: `/dashboard/jobs/${jobId}`,
      usefulUntil,
    });
    await startNoticeDeliveries(app.deps, [key]);
    return key;
  }

  const noteOf = (userId: string, kind: 'portal_back' | 'job_completed') => {
    const note = { key: randomUUID(), userId, type: 'other' } as const;
    return kind === 'portal_back'
      ? notify(db, { ...note, kind, values: { portal: 'Bangladesh Bank', jobs: 1 }, actionUrl: '/dashboard' })
      : notify(db, { ...note, kind, values: { service: 'EXP Search', file: 'a.csv', done: 1, rows: 1 } });
  };

  const statesOf = async (userId: string): Promise<string[]> => {
    const deliveries = await db.noticeDelivery.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
    return deliveries.map(({ state }) => state);
  };
  const settled = (userId: string, state: string): Promise<void> =>
    until(`a delivery that is ${state}`, async () => (await statesOf(userId)).includes(state));

  const prefer = (account: Account, json: PreferencesBody) =>
    app.request(`/api/users/${account.id}/preferences`, { method: 'PUT', json, cookie: account.cookie });

  return { newDevice, listed, subscribe, turnedOn, ask, noteOf, statesOf, settled, prefer };
}
