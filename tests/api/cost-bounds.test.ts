/**
 * The cost of one request: every list, export and download has a bound, and a new route without one fails here.
 * `reads-per-request.test.ts` counts the rows of all others.
 */
import { describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { apiTokensListMax } from '#contracts/integrations/api-tokens.ts';
import { limits } from '#contracts/limits.ts';
import { schedulesMax } from '#contracts/integrations/schedules.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { newCustomer, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { rowsListedMax } from './reads-per-request.ts';
import { routes } from './routes.ts';

const app = await startTestApp();
const { db } = app.deps;

/**
 * `one`: a single record, found by its key or computed from sums; `page`: a page whose largest size the contract names;
 * `download`: a file or an export, with a limited number at a time per caller; a number: the largest number that is
 * listed or can be created.
 */
type Bound = 'one' | 'page' | 'download' | number;

const bounds: Record<string, Bound> = {
  'GET /api/contact-messages': 'page',
  'GET /api/users': 'page',
  'GET /api/admin/audit': 'page',
  'GET /api/admin/jobs': 'page',
  'GET /api/admin/jobs/:jobId/rows': 'page',
  'GET /api/admin/payments': 'page',
  'GET /api/blog': 'page',
  'GET /api/jobs': 'page',
  'GET /api/jobs/:jobId/rows': 'page',
  'GET /api/rex-soo/submissions/:userId': 'page',
  'GET /api/transactions/:userId': 'page',
  'GET /api/users/:userId/credit-history': 'page',
  'GET /api/work-history/:userId': 'page',

  'GET /api/admin/jobs/:jobId/evidence/:fileId': 'download',
  'GET /api/admin/jobs/:jobId/files/:fileId': 'download',
  'GET /api/admin/users/export': 'download',
  'GET /api/jobs/:jobId/download': 'download',
  'GET /api/jobs/:jobId/files/:fileId': 'download',
  'GET /api/transactions/:userId/:id/receipt': 'download',
  'GET /api/users/:userId/data-export': 'download',

  'GET /api/api-tokens': apiTokensListMax,
  'GET /api/notifications/:userId': limits.notificationsListMax,
  'GET /api/schedules': schedulesMax,
};

const reads = Object.entries(routes).filter(
  ([route, { access }]) => route.startsWith('GET ') && access !== 'development',
);
const pages = Object.keys(bounds).filter((route) => bounds[route] === 'page');
const downloads = Object.keys(bounds).filter((route) => bounds[route] === 'download');

describe('the cost of one request', () => {
  test('every list, export and download has a bound', () => {
    const bounded = [...Object.keys(bounds), ...Object.keys(rowsListedMax)].toSorted();
    expect(bounded).toEqual(reads.map(([route]) => route).toSorted());
  });

  test.each(pages)('%s rejects an out-of-range page size', async (route) => {
    const admin = await newCustomer(app, { isAdmin: true });
    const owner = { ...ids, userId: admin.id };
    const path = route
      .replace('GET ', '')
      .replace(/:(\w+)/g, (_, name: string) => owner[name as keyof typeof owner] ?? ids.jobId);
    if (path.includes(ids.jobId)) await jobOf(admin.id);
    for (const limit of ['1000000', '0', '-1', 'all'])
      expect(await app.get(`${path}?limit=${limit}`, admin.cookie)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });

  test.each(downloads)('%s is limited in how many downloads run at the same time', (route) => {
    const [method, path] = route.split(' ');
    const handlers = createApp(app.deps).routes.filter(
      (each) => each.method === method && each.path === path,
    );
    expect(handlers.map(({ handler }) => handler)).toContain(downloadsAtOnce);
  });

  test('a database statement has a time limit', async () => {
    const [setting] = await db.$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
    expect(setting?.statement_timeout).toBe(`${limits.statementMsMax / 1_000}s`);
  });

  test('a caller who leaves downloads open is refused more of them until one is closed', async () => {
    const admin = await newCustomer(app, { isAdmin: true });
    const open = createApp(app.deps);
    const held: Response[] = [];
    const hold = async (path: string): Promise<void> => {
      const answer = await open.request(path, { headers: { cookie: admin.cookie } });
      expect([path, answer.status]).toEqual([path, 200]);
      held.push(answer);
    };
    const receipt = async () =>
      (await app.get(`/api/transactions/${admin.id}/${ids.jobId}/receipt`, admin.cookie)).status;
    // One more data export within the hour would meet that route's own limit.
    while (held.length < limits.downloadsAtOncePerCustomerMax - 1)
      await hold(`/api/users/${admin.id}/data-export`);
    expect(await receipt()).toBe(404);
    await hold('/api/admin/users/export');
    expect(await receipt()).toBe(429);
    await Promise.all(held.map((answer) => answer.body?.cancel() ?? Promise.resolve()));
    expect(await receipt()).toBe(404);
  });

  test('requests for the headers of a download keep no place, because nobody reads its body', async () => {
    const admin = await newCustomer(app, { isAdmin: true });
    const open = createApp(app.deps);
    const request = { method: 'HEAD', headers: { cookie: admin.cookie } };
    for (let count = 0; count < limits.downloadsAtOncePerCustomerMax; count += 1)
      expect((await open.request('/api/admin/users/export', request)).status).toBe(200);
    expect(await app.get('/api/admin/users/export', admin.cookie)).toMatchObject({ status: 200 });
  });
});

const ids = { jobId: '5f0f6f0e-7c0a-4f4e-9a53-6c1b7f9a2d11' };

/** A job whose rows can be requested; its contents do not matter. */
async function jobOf(userId: string): Promise<void> {
  const upload = await db.upload.create({
    data: { userId, serviceId: PDF_SERVICE, fileName: pdf().name, fileKey: 'none', sizeBytes: 1, sha256: '' },
  });
  await db.job.deleteMany({ where: { id: ids.jobId } });
  await db.job.create({
    data: {
      id: ids.jobId,
      userId,
      uploadId: upload.id,
      serviceId: PDF_SERVICE,
      serviceName: PDF_SERVICE,
      fileName: 'a.pdf',
      state: 'completed',
      rowsTotal: 0,
      costPerRow: 100,
    },
  });
}
