/** Banks and their claims, as tests call them: administrators who keep the list, and customers who claim at a bank. */
import { expect } from 'vitest';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Account, Answer } from './app.ts';
import type { Customer } from './job-calls.ts';
import type { Sandbox } from './sandbox.ts';
import { approvalCalls, asked } from './second-administrator.ts';
import type { TestApp } from './worker.ts';

export const CLAIMS_SERVICE = 'cash-incentive-application';
/** Number of claims in the service's template. */
export const CLAIMS = 4;
const CLAIMS_PRICE = 12;
export const DELTA = 'delta-bank';
const REASON = 'Agreed with the bank on paper';

/** Replaces the serial numbers of the sample's EXPs. */
const withOwnExps = (sheet: string, claimant: number): string =>
  sheet.replaceAll(/\b(1084[-/])(\d+)(?=[-/]2026)/g, (_, adCode: string, serial: string) => {
    const own = Number(serial) + claimant * 1_000;
    return adCode + String(own).padStart(serial.length, '0');
  });

export type ClaimStart = { bankKey?: string; documentsOnly?: boolean; key?: string };

export function bankCalls(app: TestApp) {
  const { db } = app.deps;
  const add = (key: string, by: Account, { hasDesk = true } = {}): Promise<Answer> => {
    const names = { nameEn: `Bank ${key}`, nameBn: `ব্যাংক ${key}` };
    return app.post('/api/admin/banks', { key, ...names, hasDesk, reason: REASON }, by.cookie);
  };
  const change = (
    key: string,
    by: Account,
    { isEnabled = true, hasDesk = true }: { isEnabled?: boolean; hasDesk?: boolean } = {},
  ): Promise<Answer> =>
    app.request(`/api/admin/banks/${key}`, {
      method: 'PUT',
      json: { nameEn: `Bank ${key}`, nameBn: `ব্যাংক ${key}`, hasDesk, isEnabled, reason: REASON },
      cookie: by.cookie,
    });
  const propose = (key: string, address: string, by: Account, hosts = ''): Promise<Answer> =>
    app.request(`/api/admin/banks/${key}/address`, {
      method: 'PUT',
      json: { address, hosts, reason: REASON },
      cookie: by.cookie,
    });
  const { confirm } = approvalCalls(app, REASON);
  /** Each customer claims for EXPs of its own: a claim for the same EXP is the same, whatever login files it. */
  const claimants: string[] = [];
  const claims = async ({ id }: Customer): Promise<File> => {
    if (!claimants.includes(id)) claimants.push(id);
    const { text } = await app.get(`/templates/${CLAIMS_SERVICE}.csv`);
    return new File([withOwnExps(text, claimants.indexOf(id))], 'claims.csv');
  };
  const start = async (customer: Customer, given: ClaimStart = {}): Promise<Answer> => {
    const { key, bankKey, documentsOnly = false } = given;
    const form = new FormData();
    form.set('serviceId', CLAIMS_SERVICE);
    form.set('file', await claims(customer));
    form.set('totalCredits', String(CLAIMS_PRICE));
    form.set('documentsOnly', String(documentsOnly));
    if (bankKey !== undefined) form.set('bankKey', bankKey);
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    return app.request('/api/process-automation', { form, cookie: customer.cookie, headers });
  };
  return {
    add,
    change,
    propose,
    confirm,
    start,
    started: async (customer: Customer, given: ClaimStart): Promise<string> => {
      const answer = await start(customer, given);
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return (answer.body as unknown as StartedJob).jobId;
    },
    /** Adds a bank whose desk is at the address, proposed by one administrator and confirmed by the other. */
    addDesk: async (
      key: string,
      address: string,
      [one, other]: readonly [Account, Account],
    ): Promise<void> => {
      expect(await add(key, one)).toMatchObject({ status: 200 });
      expect(await change(key, one)).toMatchObject({ status: 200 });
      const request = await asked(propose(key, address, one));
      expect(await confirm(request, other)).toMatchObject({ status: 200 });
    },
    /** Saves a login of the sandbox for the first bank, or for a further one. */
    saveLogin: (customer: Customer, username: string, bankKey?: string): Promise<Answer> =>
      app.post(
        '/api/credentials/save',
        {
          consent: true,
          portalName: bankKey === undefined ? 'bank_cash_incentive' : `bank_cash_incentive:${bankKey}`,
          username,
          password: username.startsWith('exporter') ? 'exporter1234' : `${username}1234`,
        },
        customer.cookie,
      ),
    announceRates: () =>
      db.incentiveRate.createMany({
        data: [
          { scheme: 'LOCAL_TEXTILE', rate: 1_500 },
          { scheme: 'SME', rate: 3_000 },
          { scheme: 'EURO_ZONE', rate: 500 },
          { scheme: 'SPECIAL_RMG', rate: 300 },
        ].map((each) => ({ ...each, validFrom: new Date('2026-01-01') })),
        skipDuplicates: true,
      }),
  };
}

/** What a desk has seen: whose claims were filed there, how often each, and who signed in. */
export async function seenAt(
  sandbox: Sandbox,
  desk: string,
): Promise<{ filed: Record<string, number>; users: string[]; signedIn: string[] }> {
  const journal = await sandbox.journal(desk);
  const commits = journal.filter(({ kind }) => kind === 'commit').map(({ key }) => key ?? '');
  const filed: Record<string, number> = {};
  for (const key of commits) filed[key] = (filed[key] ?? 0) + 1;
  const usersOf = (kinds: readonly string[]): string[] =>
    [...new Set(journal.filter(({ kind }) => kinds.includes(kind)).map(({ user }) => user))].sort();
  return {
    filed,
    users: [...new Set(commits.map((key) => key.split('|')[0] ?? ''))].sort(),
    signedIn: usersOf(['login', 'login-refused']),
  };
}
