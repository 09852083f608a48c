/** Password hashes: slow, salted, renewed if they were made more cheaply, and computed a few at a time. */
import { randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords } from '#api/adapters/passwords.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';

const password = 'pässword of Ana';
const renewals: { outdated: string; renewed: string }[] = [];
const withCost = (log2N: number) =>
  createPasswords({
    log2N,
    renew: async (outdated, renewed) => void renewals.push({ outdated, renewed }),
  });
const cheap = withCost(10);
const dear = withCost(11);

/** A hash as better-auth creates it. */
function formerHash(): string {
  const salt = randomBytes(16).toString('hex');
  const key = scryptSync(password.normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 128 * 16_384 * 16 * 2,
  });
  return `${salt}:${key.toString('hex')}`;
}

describe('a hash', () => {
  test('a hash verifies only its own password and is never the same twice', async () => {
    const hash = await cheap.hash(password);
    expect(await cheap.verify({ hash, password })).toBe(true);
    expect(await cheap.verify({ hash, password: `${password} ` })).toBe(false);
    expect(await cheap.hash(password)).not.toBe(hash);
    expect(renewals).toEqual([]);
  });

  test.each(['', 'scrypt$10$8$1$c2FsdA$', 'salt:', 'no hash at all'])(
    'a hash that cannot be read verifies no password: %j',
    async (hash) => {
      for (const given of ['', password])
        await expect(cheap.verify({ hash, password: given })).rejects.toThrow();
    },
  );

  test.each([
    ['of better-auth', formerHash],
    ['of a lower cost', () => cheap.hash(password)],
  ])('a hash %s stays valid and is renewed only by the right password', async (_, make) => {
    const hash = await make();
    expect(await dear.verify({ hash, password: 'wrong' })).toBe(false);
    expect(renewals.splice(0)).toEqual([]);
    expect(await dear.verify({ hash, password })).toBe(true);
    const [renewal] = renewals.splice(0);
    expect(renewal?.outdated).toBe(hash);
    expect(await dear.verify({ hash: renewal?.renewed ?? '', password })).toBe(true);
    expect(renewals).toEqual([]);
  });
});

test('hashing runs up to a limit at once, queues up to a limit and refuses the rest', async () => {
  const runLimited = createSemaphore({ atOnceMax: 2, waitingMax: 3 });
  let [running, most] = [0, 0];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    throw new Error('worked');
  };
  const ends = await Promise.allSettled(Array.from({ length: 7 }, () => runLimited(work)));
  const reasons = ends.map((end) => (end.status === 'rejected' ? String(end.reason.message) : ''));
  expect(most).toBe(2);
  expect(reasons.filter((reason) => reason === 'worked')).toHaveLength(5);
  expect(reasons.filter((reason) => reason.startsWith('The service is not available'))).toHaveLength(2);
  // Failed work has released its turn.
  expect(await runLimited(async () => 'next')).toBe('next');
});

test('work that waits too long for its turn is refused, and takes no turn away from what follows', async () => {
  const runLimited = createSemaphore({ atOnceMax: 1, waitingMax: 3, waitMsMax: 50 });
  let finish: (result: string) => void = () => undefined;
  const first = runLimited(() => new Promise<string>((resolve) => (finish = resolve)));
  await expect(runLimited(async () => 'late')).rejects.toThrow('The service is not available');
  finish('done');
  expect(await first).toBe('done');
  expect(await runLimited(async () => 'next')).toBe('next');
});
