/** Jobs on a portal that signs in, works and books on three hosts, and what administrators see when it leads elsewhere. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const COST = 1;
const sandbox = await startSandbox();
const app = await startAppWithWorkers(sandbox.siteVariables('damco'));

let ana: Customer;
let admin: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newCustomer(app);
  admin = await newCustomer(app, { isAdmin: true });
  const login = { consent: true, portalName: 'damco_shipper', username: 'padma', password: 'padma1234' };
  expect(await app.post('/api/credentials/save', login, ana.cookie)).toMatchObject({ status: 200 });
});
afterEach(() => app.post('/api/admin/portals/damco/resume', { reason: 'End of a test.' }, admin.cookie));

async function startConfirmations(): Promise<string> {
  const file = new File(['so_no,po_no\n43680233,'], 'bookings.csv');
  return (await ana.started({ serviceId: 'damco-booking-download', file, totalCredits: COST })).jobId;
}

async function onBoard(): Promise<PortalBoardEntry | undefined> {
  const { portals } = (await app.get('/api/admin/portals', admin.cookie)).body as {
    portals: PortalBoardEntry[];
  };
  return portals.find(({ portal }) => portal === 'damco');
}

test('a job runs on a portal with several hosts', async () => {
  expect(await ana.ended(await startConfirmations())).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
});

test('a portal that leads to an unknown host is paused, the board names the host, and the job continues afterwards', async () => {
  await sandbox.setFault({ portal: 'damco', kind: 'leads-away', route: 'search-so', times: -1 });
  const jobId = await startConfirmations();
  await until('the portal to be paused', async () => (await onBoard())?.state === 'paused');
  expect(await onBoard()).toMatchObject({
    detail: 'The portal leads to elsewhere.localhost, which is not one of its known hosts.',
  });
  await sandbox.clearFaults();
  await app.post('/api/admin/portals/damco/resume', { reason: 'The host is gone again.' }, admin.cookie);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
});
