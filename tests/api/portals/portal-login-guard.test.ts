/** Nobody can lock another company out of its portal by saving that company's user name here with a wrong password. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
const { db } = app.deps;

beforeEach(async () => {
  await sandbox.seed();
  await db.portalLoginRefusal.deleteMany();
  await db.rateLimit.deleteMany();
});

const login = (password: string) => ({
  consent: true,
  portalName: 'bangladesh_bank_exp',
  username: 'padma',
  password,
});

async function withLogin(password: string): Promise<Customer> {
  const customer = await newCustomer(app);
  await app.post('/api/credentials/save', login(password), customer.cookie);
  return customer;
}

async function run(customer: Customer): Promise<{ state: string; errorCode: string | null }> {
  const file = new File(['ad_code,exp_serial,exp_year\n1084,004501,2026'], 'exp.csv');
  const started = await customer.started({
    serviceId: 'exp-search',
    file,
    totalCredits: 0.5,
    key: randomUUID(),
  });
  const { state, errorCode } = await customer.ended(started.jobId);
  return { state, errorCode };
}

const refusedByPortal = async (): Promise<number> =>
  (await sandbox.journal('bb-exp')).filter(({ kind }) => kind === 'login-refused').length;
const testLogin = (customer: Customer, password: string) =>
  app.post('/api/credentials/test', login(password), customer.cookie);

test('jobs of strangers try a wrong password only twice, while the owner with the right one continues to work', async () => {
  const owner = await withLogin('padma1234');
  expect(await run(owner)).toMatchObject({ state: 'completed' });
  const strangers = [await withLogin('guess-1'), await withLogin('guess-2'), await withLogin('guess-3')];
  for (const stranger of strangers)
    expect(await run(stranger)).toMatchObject({ state: 'failed', errorCode: 'CREDENTIALS_INVALID' });
  expect(await refusedByPortal()).toBe(limits.loginRefusalsForJobs);
  expect(await run(owner)).toMatchObject({ state: 'completed' });
});

test('a login that was refused twice works again once it was tested by hand', async () => {
  const customer = await withLogin('mistyped');
  await run(customer);
  await run(customer);
  await app.post('/api/credentials/save', login('padma1234'), customer.cookie);
  expect(await run(customer)).toMatchObject({ state: 'failed', errorCode: 'CREDENTIALS_INVALID' });
  expect(await testLogin(customer, 'padma1234')).toMatchObject({ status: 200 });
  expect(await run(customer)).toMatchObject({ state: 'completed' });
});

test('tests by hand, by however many customers, stop before the portal would lock the account', async () => {
  const customers = [await newCustomer(app), await newCustomer(app)];
  for (let guess = 0; guess < limits.loginRefusalsMax + 2; guess += 1) {
    const customer = customers[guess % 2] as Customer;
    expect((await testLogin(customer, `guess-${guess}`)).body).toMatchObject({
      code: 'CREDENTIALS_TEST_FAILED',
    });
  }
  expect(await refusedByPortal()).toBe(limits.loginRefusalsMax);
});
