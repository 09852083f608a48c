/** The probe of a portal: it looks where a job looks, files nothing, and reports when a page has changed. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { probeService } from '#activities/portal-look-up.ts';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import { findService } from '#services/catalogue.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { localFile } from '#tests/harness/local-file.ts';

const sandbox = await startSandbox();
const app = await startTestApp({
  env: { BB_EXP_URL: sandbox.url('bb-exp'), BEPZA_URL: sandbox.url('bepza'), CPA_URL: sandbox.url('cpa') },
});
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
afterEach(() => sandbox.clearFaults());
beforeEach(() => sandbox.seed());

async function probe(serviceId: string, login: { username: string; password: string } | null) {
  const service = findService(serviceId);
  if (!service) throw new Error(`There is no ${serviceId}.`);
  const bytes = readFileSync(`activities/services/${serviceId}/sample.csv`);
  const { rows } = await readUpload(service, {
    file: await localFile('sample.csv', bytes),
    today: new Date(),
  });
  const { env } = app.deps;
  return probeService({ env, browsers }, { service, rows, login, ask: nobodyAnswers.ask });
}
const padma = { username: 'padma', password: 'padma1234' };

test.each(['exp-issue', 'bepza-ep-issue'])(
  'a probe of %s looks rows up and files nothing',
  async (serviceId) => {
    const lines = await probe(serviceId, padma);
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['absent']));
    for (const portal of ['bb-exp', 'bepza']) {
      expect((await sandbox.journal(portal)).filter(({ kind }) => kind === 'commit')).toEqual([]);
    }
  },
);

test('a portal that is open to everybody needs no login', async () => {
  const outcomes = (await probe('ctg-port-tracking', null)).map(({ outcome }) => outcome);
  expect(outcomes).toContain('SUCCESS');
});

test('a page that has changed ends the probe with PORTAL_CHANGED', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'layout-changed', times: -1 });
  expect(await probe('exp-search', padma)).toMatchObject([{ outcome: 'PORTAL_CHANGED' }]);
});

test('a refused login is reported and not tried again', async () => {
  const lines = await probe('exp-search', { ...padma, password: 'wrong' });
  expect(lines).toMatchObject([{ row: 1, outcome: 'CREDENTIALS_INVALID' }]);
  expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual(['login-refused']);
});
