/**
 * Page maps: administrators change a portal's texts in versions, only texts of the map, and only on the portal. A job
 * works under the version that is published when its rows are worked; practice portals have the map itself.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { definePageMap, textsOf, withPageTexts } from '#activities/portals/page-texts.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import { createLogger } from '#api/adapters/logger.ts';
import { logUnusedTexts } from '#api/domain/portals/page-map-changes.ts';
import { publishedTexts } from '#api/domain/portals/page-maps.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import type { PageMapView, PageTrial } from '#contracts/calls/portals-answers.ts';
import type { Account } from '#tests/harness/app.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CPA_URL: sandbox.url('cpa') });
const { db } = app.deps;
const REASON = 'The port has renamed its button.';

let admin: Account;
let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await newCustomer(app);
});
afterEach(async () => {
  await sandbox.clearFaults();
  await db.portalPageMap.deleteMany();
  await app.post('/api/admin/portals/cpa/resume', { reason: 'End of a test.' }, admin.cookie);
});

const map = async (): Promise<PageMapView> =>
  (await app.get('/api/admin/portals/cpa/page-map', admin.cookie)).body['pageMap'] as PageMapView;
const publish = (changes: Record<string, string>, version: number) =>
  app.request('/api/admin/portals/cpa/page-map', {
    method: 'PUT',
    json: { changes, version, reason: REASON },
    cookie: admin.cookie,
  });
const tried = async (changes: Record<string, string>): Promise<PageTrial> => {
  const answer = await app.post('/api/admin/portals/cpa/page-map/try', { changes }, admin.cookie);
  expect(answer.status, answer.text).toBe(200);
  return answer.body['trial'] as PageTrial;
};
const startTracking = () =>
  ana.started({
    serviceId: 'ctg-port-tracking',
    file: new File(['container_no,direction\nMSKU0383250,IMPORT'], 'boxes.csv'),
    totalCredits: 1,
  });

describe('the texts of a map', () => {
  test('texts are those in force when they are read, and everything else stays as it is', async () => {
    const config = definePageMap({
      path: '/form',
      form: { search: 'Search', pages: ['1'], pattern: /x/, at: (n: number) => `Line ${n}` },
      timeouts: { elementMs: 5 },
    });
    const { form } = config;
    expect(textsOf(config)).toEqual({ path: '/form', 'form.search': 'Search' });
    await withPageTexts({ 'form.search': 'Find' }, async () => {
      expect(form.search).toBe('Find');
      expect(config.path).toBe('/form');
    });
    expect(form.search).toBe('Search');
    expect(form.at(2)).toBe('Line 2');
    config.timeouts.elementMs = 6;
    expect(config.timeouts.elementMs).toBe(6);
  });

  test('work of two portals at the same time reads its own texts', async () => {
    const config = definePageMap({ search: 'Search' });
    const read = (text: string) =>
      withPageTexts({ search: text }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return config.search;
      });
    expect(await Promise.all([read('one'), read('two'), read('three')])).toEqual(['one', 'two', 'three']);
  });

  test('every portal has a map', () => {
    for (const [portal, texts] of Object.entries(pageMaps))
      expect(Object.keys(texts), portal).not.toEqual([]);
  });

  test('no map holds an amount, so that publishing a map cannot accept another fee', () => {
    const amounts = Object.values(pageMaps).flatMap((texts) =>
      Object.values(texts).filter((text) => /^\d+\.\d\d$/.test(text)),
    );
    expect(amounts).toEqual([]);
  });
});

describe('publishing', () => {
  test('a version holds the changes, who made them and why, and an earlier one can be published again', async () => {
    expect(await map()).toMatchObject({ version: 0, changes: {}, versions: [] });
    expect(await publish({ 'form.search': 'Find' }, 0)).toMatchObject({ status: 200 });
    expect(await publish({}, 1)).toMatchObject({ status: 200 });
    expect(await map()).toMatchObject({
      version: 2,
      changes: {},
      versions: [
        { version: 2, changes: {} },
        { version: 1, changes: { 'form.search': 'Find' }, by: 'Ana Rahman', reason: REASON },
      ],
    });
    const audited = await db.auditEntry.findMany({ where: { action: 'page map published' } });
    expect(audited).toMatchObject([
      { adminId: admin.id, subject: 'portal/cpa', reason: REASON },
      { adminId: admin.id, subject: 'portal/cpa', reason: REASON },
    ]);
  });

  test('one of two administrators who publish on the same version has to load the map again', async () => {
    const answers = await Promise.all([
      publish({ 'form.search': 'Find' }, 0),
      publish({ 'form.search': 'Look' }, 0),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'PAGE_MAP_CHANGED' });
    expect((await map()).version).toBe(1);
  });

  test.each([
    ['a text that the map does not have', { 'form.secret': 'x' }],
    ['a property of every object', { constructor: 'x' }],
    ['an address on another host', { formPath: '//evil.example/form' }],
    ['an address with a scheme', { formPath: 'https://evil.example' }],
    ['an address with a script', { formPath: '/form?back="><script>' }],
    ['an address with an escaped script', { formPath: '/form?back=%22%3E%3Cscript%3E' }],
    ['an address in the place of a name', { 'form.search': '/form' }],
  ])('%s is refused [page-map-address]', async (_, changes) => {
    const refused = await publish(changes, 0);
    expect(refused).toMatchObject({
      status: errorCatalogue.PAGE_TEXT_UNKNOWN.status,
      body: { code: 'PAGE_TEXT_UNKNOWN', message: expect.stringContaining(Object.keys(changes)[0] ?? '') },
    });
    expect((await map()).version).toBe(0);
  });
});

describe('a published map whose texts a later release has renamed', () => {
  const former = { 'form.former': 'Old name', formPath: 'Find', 'form.search': 'Find' };
  const unused = [
    { path: 'formPath', text: 'Find' },
    { path: 'form.former', text: 'Old name' },
  ];
  beforeEach(async () => {
    const version = { version: 1, changes: former, publishedBy: admin.id, publishedAt: new Date() };
    await db.portalPageMap.create({ data: { portal: 'cpa', reason: REASON, ...version } });
  });

  test('the map names the changes that no longer apply, and the others can be tried and published', async () => {
    const { changes, versions, ...shown } = await map();
    expect(shown).toMatchObject({ version: 1, unused });
    expect(changes).toEqual({ 'form.search': 'Find' });
    expect(versions).toMatchObject([{ version: 1, changes }]);
    expect(await tried(changes)).toBeDefined();
    expect(await publish(changes, 1)).toMatchObject({ status: 200 });
    expect(await map()).toMatchObject({ version: 2, changes, unused: [] });
    const [audited] = await db.auditEntry.findMany({
      where: { action: 'page map published', adminId: admin.id },
    });
    expect(audited).toMatchObject({ before: former, after: changes });
  });

  test('the board counts the changes that no longer apply, and the start of the API logs them', async () => {
    const { portals } = (await app.get('/api/admin/portals', admin.cookie)).body as {
      portals: { portal: string; pageMap: { version: number; unused: number } }[];
    };
    expect(portals.find(({ portal }) => portal === 'cpa')?.pageMap).toMatchObject({ version: 1, unused: 2 });
    const logged: string[] = [];
    const logger = createLogger({ level: 'warn', name: 'test' }, { write: (line) => void logged.push(line) });
    await logUnusedTexts({ db, logger });
    expect(logged.map((line): unknown => JSON.parse(line))).toMatchObject([
      { portal: 'cpa', version: 1, unused: ['formPath', 'form.former'] },
    ]);
  });

  test('jobs never use a text in the place of what is an address now', async () => {
    expect(await publishedTexts(db, 'cpa')).toEqual({ 'form.search': 'Find' });
  });
});

describe('a job on a portal that has renamed something', () => {
  const rename = () =>
    sandbox.setFault({ portal: 'cpa', kind: 'renamed', from: 'Search', to: 'Find', times: -1 });
  const waits = async (jobId: string): Promise<boolean> => {
    const { job } = (await ana.get(`/api/jobs/${jobId}/status`)).body as {
      job: { waiting: { kind: string } | null };
    };
    return job.waiting?.kind === 'portal_paused';
  };

  test('a job that was under way while the map was published does not pause the portal again', async () => {
    await sandbox.setFault({ portal: 'cpa', kind: 'freeze', ms: 600_000, times: 1 });
    await rename();
    const { jobId } = await startTracking();
    await until('the job to wait for the page', async () => (await sandbox.state()).held.length > 0);
    await publish({ 'form.search': 'Find' }, 0);
    await sandbox.clearFaults('freeze');
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
    expect(await db.portalOutage.count({ where: { portal: 'cpa', kind: 'paused' } })).toBe(0);
  });

  test('a trial reports what is found on the page, and changes nothing for jobs until it is published', async () => {
    await rename();
    const { jobId } = await startTracking();
    await until('the job to wait', () => waits(jobId));
    const [changed] = (await map()).changedPages;
    expect(changed).toMatchObject({
      jobId,
      pictured: {
        widthPx: 1280,
        elements: {
          'form.search': { count: 0, boxes: [] },
          'form.containerId': { count: 1, boxes: [{ width: expect.any(Number) }] },
        },
      },
    });
    expect(await tried({})).toMatchObject({
      entrance: { outcome: 'PORTAL_CHANGED' },
      found: { 'form.search': 0, 'form.containerId': 1 },
    });
    expect(await tried({ 'form.search': 'Find' })).toMatchObject({
      entrance: { outcome: 'ok' },
      found: { 'form.search': 1 },
    });
    expect(await publishedTexts(db, 'cpa')).toEqual({});
    await publish({ 'form.search': 'Find' }, 0);
    await app.post('/api/admin/portals/cpa/resume', { reason: REASON }, admin.cookie);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
    expect(await publishedTexts(db, 'practice:cpa')).toEqual({});
  });
});
