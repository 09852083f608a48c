/** Settings that everybody may read, and how an administrator's overrides of the catalogue apply. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { offerOf } from '#api/domain/site/settings.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { services } from '#services/catalogue.ts';
import { startTestApp } from '#tests/harness/app.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await app.deps.db.serviceSetting.deleteMany();
});

const settingsNow = async () => (await app.get('/api/settings')).body['settings'] as CreditSettings;

it('a visitor reads the defaults of spec section 9 [default-settings]', async () => {
  const settings = await settingsNow();
  expect(settings).toMatchObject({
    creditsPerBDT: 2,
    freeTrialCredits: 100,
    minPurchaseCredits: 200,
    systemNotification: { enabled: false, message: '', type: 'info', showToAll: true },
  });
  expect(settings.enabledServices).toHaveLength(services.length);
  expect(Object.keys(settings.serviceCreditsConfig)).toHaveLength(services.length);
  expect(settings.serviceCreditsConfig).toMatchObject({
    'exp-search': 0.5,
    'exp-correction': 1.5,
    'damco-booking': 3,
  });
});

it('a notice for administrators is shown to nobody else [notice-for-administrators]', async () => {
  const [ana, admin] = [await app.signUpAndVerify(), await app.signUpAndVerify({ isAdmin: true })];
  const systemNotification = {
    enabled: true,
    message: 'The queue is paused.',
    type: 'info',
    showToAll: false,
  };
  await app.request('/api/settings', { method: 'PUT', json: { systemNotification }, cookie: admin.cookie });
  const settingsFor = async (cookie: string | null): Promise<string> => {
    const { settings } = (await app.get('/api/settings', cookie)).body as { settings: CreditSettings };
    return settings.systemNotification.message;
  };
  expect(await Promise.all([null, ana.cookie, admin.cookie].map(settingsFor))).toEqual([
    '',
    '',
    systemNotification.message,
  ]);
  await app.request('/api/settings', {
    method: 'PUT',
    json: { systemNotification: { enabled: false, message: '', type: 'info', showToAll: true } },
    cookie: admin.cookie,
  });
});

it('an override changes the price of a service and switches off that service only', async () => {
  const { db } = app.deps;
  await db.serviceSetting.create({ data: { serviceId: 'exp-search', enabled: false, costHundredths: 75 } });
  await db.serviceSetting.create({ data: { serviceId: 'exp-issue', enabled: true, costHundredths: 0 } });
  const settings = await settingsNow();
  expect(settings.serviceCreditsConfig).toMatchObject({
    'exp-search': 0.75,
    'exp-issue': 0,
    'exp-correction': 1.5,
  });
  expect(settings.enabledServices).toEqual(services.map(({ id }) => id).filter((id) => id !== 'exp-search'));
  expect(await offerOf(db, 'exp-search')).toEqual({
    isEnabled: false,
    unavailable: null,
    costHundredths: 75,
  });
  expect(await offerOf(db, 'exp-issue')).toEqual({ isEnabled: true, unavailable: null, costHundredths: 0 });
});

it('an override without a price keeps the default', async () => {
  await app.deps.db.serviceSetting.create({ data: { serviceId: 'exp-search' } });
  expect((await settingsNow()).serviceCreditsConfig['exp-search']).toBe(0.5);
  expect(await offerOf(app.deps.db, 'exp-search')).toEqual({
    isEnabled: true,
    unavailable: null,
    costHundredths: 50,
  });
});

it('the system settings state the exchange rate', async () => {
  const { status, body } = await app.get('/api/system-settings');
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, settings: { credits_per_bdt: 2 } },
  });
});
