/** The processes that `npm start` starts have the secrets that they need, and none of each other's. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, inject, test } from 'vitest';
import { createVault } from '#api/adapters/vault.ts';
import { secretVariables } from '#api/env-parts.ts';
import { proveVault } from '#api/domain/portals/vault-start.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { startOwnStack } from '#tests/harness/own-stack.ts';

/** The web client may have to be built first. */
const START_TIMEOUT_MS = 240_000;

const { db, url } = await createTestDatabase();

test.skipIf(process.platform !== 'linux')(
  'a running worker has no AUTH_SECRET in its environment, and the simulators have no secrets at all',
  async () => {
    const { stack, stop } = await startOwnStack({
      LOG_LEVEL: 'warn',
      PASSWORD_HASH_LOG2_N: '12',
      MAERSK_TRACK_API_URL: 'http://127.0.0.1:9',
      MAERSK_TRACK_API_KEY: 'sandbox-key',
    });
    try {
      const extra = await stack.startWorker();
      const pidOf = (name: string) => stack.parts.find((part) => part.name === name)?.pid();
      const secretsOf = (pid: number | undefined): string[] => {
        const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((pair) => pair.split('=')[0] ?? '');
        expect(names).toContain('PATH');
        return secretVariables.filter((name) => names.includes(name));
      };
      const bkash = ['BKASH_USERNAME', 'BKASH_PASSWORD', 'BKASH_APP_KEY', 'BKASH_APP_SECRET'];
      const mailProviders = ['GOOGLE_OAUTH_CLIENT_SECRET', 'MICROSOFT_OAUTH_CLIENT_SECRET'];
      const ofBoth = ['DATABASE_URL', 'VAULT_KEYS', ...bkash, ...mailProviders];
      const ofWorker = [...ofBoth, 'PUSH_PRIVATE_KEY', 'MAERSK_TRACK_API_KEY'];
      expect(secretsOf(pidOf('worker'))).toEqual(ofWorker);
      expect(secretsOf(extra.process.pid)).toEqual(ofWorker);
      expect(secretsOf(pidOf('api'))).toEqual([...ofBoth, 'AUTH_SECRET']);
      for (const outside of ['sandbox', 'postgres', 'temporal'])
        expect([outside, secretsOf(pidOf(outside))]).toEqual([outside, []]);
      await extra.stop();
    } finally {
      await stop();
    }
  },
  START_TIMEOUT_MS,
);

test("a worker that is given another process's secret warns about it without showing the value", async () => {
  const key = (): string => `k1:${randomBytes(32).toString('base64')}`;
  await proveVault({ db, vault: createVault(key()) });
  const secret = randomBytes(32).toString('hex');
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', 'temporal/worker.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      AUTH_SECRET: secret,
      POSTGRES_PASSWORD: secret,
      FILES_DIR: tmpdir(),
      MAILBOX_DIR: tmpdir(),
      // The process ends after the warning, since this is not the database's key.
      VAULT_KEYS: key(),
    },
  });
  expect(status).toBe(1);
  expect(stdout).toContain('"variables":"AUTH_SECRET, POSTGRES_PASSWORD"');
  expect(stdout).not.toContain(secret);
});
