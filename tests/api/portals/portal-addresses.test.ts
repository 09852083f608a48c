/** A service whose portal has no address in the worker's environment is not offered, and cannot be started. */
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { addressVariable, type PortalFacts } from '#activities/portals/facts.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { withoutSecrets } from '#api/env-parts.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { services } from '#services/catalogue.ts';
import { startTestApp, testEnv } from '#tests/harness/app.ts';
import { newCustomer, noTraces } from '#tests/harness/job-calls.ts';

const app = await startTestApp();
const { db } = app.deps;
const SERVICE = 'bepza-ep-download';
const BEPZA_SERVICES: string[] = services.filter(({ portal }) => portal === 'bepza').map(({ id }) => id);
/** All portals have an address, save those that are missing. */
const recordMissing = (...missing: PortalKey[]): Promise<void> =>
  recordPortalAddresses(
    db,
    new Map(
      portals.map(({ key }) => [
        key,
        missing.includes(key) ? null : { address: `https://${key}.example`, hosts: [] },
      ]),
    ),
  );
afterEach(() => recordMissing());

const settings = async (): Promise<CreditSettings> =>
  (await app.get('/api/settings')).body['settings'] as CreditSettings;
const sheet = (): File => new File(['ep_number\nEP-1'], 'permits.csv');

/** A job of the service that ended with a row that could be run again. */
async function endedJob(userId: string): Promise<string> {
  const file = { userId, serviceId: SERVICE, fileName: 'permits.csv' };
  const upload = await db.upload.create({
    data: { ...file, fileKey: 'uploads/permits', sizeBytes: 1, sha256: '' },
  });
  const row = { rowNumber: 1, source: { ep_number: 'EP-1' }, data: { ep_number: 'EP-1' } };
  const job = await db.job.create({
    data: {
      ...file,
      serviceName: 'EP download',
      uploadId: upload.id,
      portal: 'bepza',
      state: 'failed',
      rowsTotal: 1,
      rowsDone: 1,
      rowsFailed: 1,
      costPerRow: 100,
      headers: ['ep_number'],
      finishedAt: new Date(),
      expiresAt: new Date(Date.now() + HOUR_MS),
      rows: { create: { ...row, outcome: 'PORTAL_DOWN' } },
    },
  });
  return job.id;
}

/** Starts a worker as a process of its own; it ends before it works anything, since its namespace does not exist. */
function startWorker(portals: Record<string, string>): void {
  const { DATABASE_URL, VAULT_KEYS, TEMPORAL_ADDRESS, FILES_DIR, MAILBOX_DIR } = app.env;
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'temporal/worker.ts'], {
    encoding: 'utf8',
    env: {
      ...withoutSecrets(process.env),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL,
      VAULT_KEYS,
      TEMPORAL_ADDRESS,
      FILES_DIR,
      MAILBOX_DIR,
      TEMPORAL_NAMESPACE: 'no-such-namespace',
      ...portals,
    },
  });
  expect({ status, stderr }).toMatchObject({ status: 1 });
}

describe('a service whose portal has no address', () => {
  test('a service without a portal address is listed as unavailable, and customers cannot start it', async () => {
    const ana = await newCustomer(app);
    await recordMissing('bepza');
    const { enabledServices, unavailableServices } = await settings();
    expect(BEPZA_SERVICES).toContain(SERVICE);
    expect(unavailableServices).toEqual(BEPZA_SERVICES);
    expect(enabledServices).toEqual(services.map(({ id }) => id));
    const { user } = (await app.get(`/api/users/${ana.id}`, ana.cookie)).body as {
      user: { services: string[] };
    };
    expect(user.services).toEqual(enabledServices.filter((id) => !BEPZA_SERVICES.includes(id)));
  });

  test('a service without a portal address is refused with the reason everywhere, and nothing is reserved', async () => {
    const ana = await newCustomer(app);
    await recordMissing('bepza', 'cpa');
    const form = new FormData();
    const schedule = { name: 'Containers', time: '08:00', serviceId: 'ctg-port-tracking' };
    for (const [name, value] of Object.entries(schedule)) form.set(name, value);
    form.set('file', sheet());
    const { status, message } = errorCatalogue.SERVICE_NOT_CONNECTED;
    for (const answer of [
      await ana.preview(SERVICE, sheet()),
      await ana.start({ serviceId: SERVICE, file: sheet(), totalCredits: 1 }),
      await app.request('/api/schedules', { form, cookie: ana.cookie }),
    ])
      expect(answer).toMatchObject({
        status,
        body: { success: false, code: 'SERVICE_NOT_CONNECTED', message },
      });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await ana.traces()).toEqual(noTraces);
  });

  test('a job of a service without a portal address cannot be retried, neither by its customer nor by an administrator', async () => {
    const ana = await newCustomer(app);
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const jobId = await endedJob(ana.id);
    await recordMissing('bepza');
    const before = await ana.traces();
    const { status, message } = errorCatalogue.SERVICE_NOT_CONNECTED;
    const again = { json: { reason: 'The portal is back.' }, cookie: admin.cookie };
    for (const answer of [
      await ana.retry(jobId),
      await app.request(`/api/admin/jobs/${jobId}/retry`, { method: 'POST', ...again }),
    ])
      expect(answer).toMatchObject({
        status,
        body: { success: false, code: 'SERVICE_NOT_CONNECTED', message },
      });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await ana.traces()).toEqual(before);
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
      state: 'failed',
      attempt: 1,
    });
  });

  test('a service without a portal address keeps its switch, and follows it once the portal has an address', async () => {
    const admin = await app.signUpAndVerify({ isAdmin: true });
    await recordMissing('bepza');
    const { enabledServices } = await settings();
    const saved = await app.request('/api/settings', {
      method: 'PUT',
      json: { enabledServices: enabledServices.slice(1), reason: 'Not offered for now.' },
      cookie: admin.cookie,
    });
    expect(saved.status).toBe(200);
    await recordMissing();
    expect(await settings()).toMatchObject({
      enabledServices: enabledServices.slice(1),
      unavailableServices: [],
    });
    await db.serviceSetting.deleteMany();
  });
});

test('the worker finds missing portal addresses in its environment, and an empty variable counts as missing', () => {
  const given = { DATABASE_URL: app.env.DATABASE_URL, FILES_DIR: '/tmp', MAILBOX_DIR: '/tmp' };
  const addresses = portals
    .filter(({ address }) => address === null)
    .map(({ key, protocol }: PortalFacts) => [
      addressVariable(key),
      `${protocol === 'imap' ? 'imaps' : 'https'}://${key}.example`,
    ]);
  const env = { ...given, ...Object.fromEntries(addresses), BEPZA_URL: '' };
  const found = portalAddresses(testEnv(env));
  expect([...found].filter(([, known]) => known === null)).toEqual([['bepza', null]]);
});

test('a portal of which no worker has recorded an address is not shown as up to administrators', async () => {
  await db.portalState.deleteMany({ where: { portal: { in: ['hm', 'mailbox'] } } });
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const { body } = await app.get('/api/admin/portals', admin.cookie);
  expect(body['portals']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ portal: 'hm', state: 'notConnected', address: null }),
      // Every customer names the server.
      expect.objectContaining({ portal: 'mailbox', state: 'up', address: null }),
    ]),
  );
  expect((await settings()).unavailableServices).not.toContain('hm-packing-list');
});

test('a worker records at its start where each portal is, without a login, and replaces the previous record', async () => {
  startWorker({});
  expect((await settings()).unavailableServices).toEqual(expect.arrayContaining(BEPZA_SERVICES));
  startWorker({ BEPZA_URL: 'https://operator:secret@permits.example' });
  const { unavailableServices } = await settings();
  expect(unavailableServices).toContain('hm-packing-list');
  expect(unavailableServices).not.toContain(SERVICE);
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const { body } = await app.get('/api/admin/portals', admin.cookie);
  expect(body['portals']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ portal: 'bepza', address: 'https://permits.example', hosts: [] }),
      expect.objectContaining({
        portal: 'hm',
        state: 'notConnected',
        address: null,
        addressVariable: 'HM_URL',
      }),
      expect.objectContaining({
        portal: 'damco',
        hosts: ['auth.damco.com (sign-in)', 'booking.damco.com (work)'],
      }),
    ]),
  );
});
