/** Commands for operators that cannot do their work say so in a sentence, and not by a stack trace. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';

/** Nothing listens there. */
const NOBODY = '127.0.0.1:1';
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-commands-'));
const key = `k1:${Buffer.alloc(32).toString('base64')}`;
const database = { DATABASE_URL: `postgresql://nobody@${NOBODY}/chalan` };
const worker = { ...database, VAULT_KEYS: key, FILES_DIR: folder, MAILBOX_DIR: folder };
const login = { PROBE_USERNAME: 'padma', PROBE_PASSWORD: 'padma1234' };

function run(command: string, given: Record<string, string>): { status: number | null; said: string } {
  const { PATH = '', HOME = '' } = process.env;
  const words = ['--import', 'tsx', ...command.split(' ')];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { PATH, HOME, ...given },
  });
  return { status, said: stdout + stderr };
}

const sheet = path.join(folder, 'sheet.csv');
writeFileSync(sheet, 'ad_code,exp_serial,exp_year\nABCD,1,2026\n');

describe('commands for operators', () => {
  test.each([
    [
      'temporal:set-up without Temporal',
      'temporal/set-up.ts',
      { TEMPORAL_ADDRESS: NOBODY },
      /^Temporal: .*127\.0\.0\.1:1/,
    ],
    [
      'temporal:set-up with a wrong setting',
      'temporal/set-up.ts',
      { TEMPORAL_TLS: 'perhaps' },
      /^The configuration is not valid: TEMPORAL_TLS/,
    ],
    [
      'temporal:release without Temporal',
      'temporal/release.ts',
      { TEMPORAL_ADDRESS: NOBODY },
      /^Temporal: .*127\.0\.0\.1:1/,
    ],
    [
      'vault with a key that is too short',
      'temporal/vault.ts',
      { ...database, VAULT_KEYS: 'k1:short' },
      /^VAULT_KEYS needs id:key pairs/,
    ],
    ['db:migrate without an address', 'prisma/migrate.ts apply', {}, /^DATABASE_URL is not set\./],
    ['db:migrate without a database', 'prisma/migrate.ts apply', database, /127\.0\.0\.1:1/],
    [
      'restore --prepare without a database',
      'temporal/local/restore.ts --prepare 2026-11-01T00:00:00Z',
      database,
      /127\.0\.0\.1:1/,
    ],
    [
      'portal check without a browser',
      'temporal/portal.ts check',
      { CHROMIUM_PATH: '/nowhere' },
      /^CHROMIUM_PATH names \/nowhere/,
    ],
    [
      'probe without its sheet',
      'temporal/probe.ts exp-search none.csv',
      { ...worker, ...login },
      /none\.csv/,
    ],
  ] satisfies [string, string, Record<string, string>, RegExp][])(
    'the command %s ends with one sentence about what is wrong',
    (_, command, given, sentence) => {
      const { status, said } = run(command, given);
      expect(said).toMatch(sentence);
      expect(said).not.toMatch(/^\s+at /m);
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(status).toBe(1);
    },
  );

  test('the list of releases says so if no worker has one, and a namespace that does not exist is no empty list', () => {
    const TEMPORAL_ADDRESS = inject('temporalAddress');
    expect(run('temporal/release.ts', { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: 'default' })).toEqual({
      status: 0,
      said: 'There is no release: no worker has started with WORKER_BUILD_ID.\n',
    });
    expect(run('temporal/release.ts', { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: 'nowhere' })).toEqual({
      status: 1,
      said: 'Temporal: Namespace nowhere is not found.\n',
    });
  });

  test('a probe of a portal that asks for a login is not begun without one', () => {
    expect(run(`temporal/probe.ts exp-search ${sheet}`, worker)).toEqual({
      status: 2,
      said: 'The portal asks for a login: set PROBE_USERNAME and PROBE_PASSWORD.\n',
    });
  });

  test('a probe of a portal without an address names the variable for it', () => {
    expect(run(`temporal/probe.ts hm-packing-list ${sheet}`, { ...worker, ...login })).toEqual({
      status: 2,
      said: "Set HM_URL, the portal's address.\n",
    });
  });

  test('a probe says which rows of the sheet it does not look up, and fails if that is all of them', () => {
    const { status, said } = run(`temporal/probe.ts exp-search ${sheet}`, { ...worker, ...login });
    expect(said).toMatch(/^Row 1: not looked up\. ad_code: /);
    expect(said).toContain('The sheet has no row that can be looked up.\n');
    expect(status).toBe(2);
  });
});
