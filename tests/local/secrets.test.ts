/** The secrets of a data directory. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keptSecrets } from '#temporal/local/secrets.ts';
import { dataDirectories } from './clones.ts';

const data = dataDirectories(3);
const [first = '', second = '', third = ''] = data.directories;
afterAll(data.remove);

it("a data directory's secrets are made once, differ from another's, and only their owner can read them", () => {
  const made = keptSecrets(first);
  expect(keptSecrets(first)).toEqual(made);
  const others = Object.values(keptSecrets(second));
  expect(Object.values(made).filter((secret) => others.includes(secret))).toEqual([]);
  expect(statSync(path.join(first, 'secrets.json')).mode & 0o777).toBe(0o600);
});

it('an older data directory keeps the secrets that it has and gets the missing ones', () => {
  const file = path.join(third, 'secrets.json');
  const before = { AUTH_SECRET: 'a'.repeat(64), VAULT_KEYS: 'local:key' };
  writeFileSync(file, JSON.stringify(before));
  const secrets = keptSecrets(third);
  expect(secrets).toMatchObject({ ...before, POSTGRES_PASSWORD: expect.stringMatching(/^[\w-]{32}$/) });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
