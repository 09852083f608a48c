/** Decides whose upload is read next. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createReadingTurns, weightOf } from '#api/domain/jobs/reading-turns.ts';
import { MIB } from '#contracts/byte-sizes.ts';

const bounds = { atOnceMax: 2, bytesAtOnceMax: 10, waitingMax: 20, waitingPerCustomerMax: 16 };

/** Records the order in which work began, and how much of it ran at the same time. */
function watch(turns = createReadingTurns(bounds)) {
  const begun: string[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const read = (customerId: string, weightBytes: number) =>
    turns({ customerId, weightBytes }, async () => {
      begun.push(customerId);
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await delay(5);
      running -= 1;
    });
  return { begun, read, mostAtOnce: () => mostAtOnce };
}

describe('reading turns', () => {
  test('a customer with sixteen files delays another one by one turn', async () => {
    const { begun, read } = watch();
    const many = Array.from({ length: 16 }, () => read('eve', 10));
    await Promise.all([...many, read('ana', 10)]);
    expect(begun.indexOf('ana')).toBe(1);
    expect(begun).toHaveLength(17);
  });

  test('two customers with many files are read in turn', async () => {
    const { begun, read } = watch();
    const all = ['eve', 'ana'].flatMap((who) => Array.from({ length: 4 }, () => read(who, 10)));
    await Promise.all(all);
    expect(begun).toEqual(['eve', 'ana', 'eve', 'ana', 'eve', 'ana', 'eve', 'ana']);
  });

  test('light files are read two at a time, a heavy one alone', async () => {
    const light = watch();
    await Promise.all(['a', 'b', 'c', 'd'].map((who) => light.read(who, 5)));
    expect(light.mostAtOnce()).toBe(2);
    const heavy = watch();
    await Promise.all(['a', 'b', 'c', 'd'].map((who) => heavy.read(who, 6)));
    expect(heavy.mostAtOnce()).toBe(1);
  });

  test('a heavy file is not overtaken indefinitely by light ones', async () => {
    const { begun, read } = watch();
    const first = read('a', 5);
    const all = [first, read('heavy', 1_000), ...['b', 'c', 'd'].map((who) => read(who, 1))];
    await Promise.all(all);
    expect(begun.slice(0, 2)).toEqual(['a', 'heavy']);
  });

  test('a file that fails passes its turn on', async () => {
    const turns = createReadingTurns(bounds);
    const fails = turns({ customerId: 'a', weightBytes: 10 }, () => Promise.reject(new Error('no sheet')));
    const next = turns({ customerId: 'b', weightBytes: 10 }, () => Promise.resolve('read'));
    await expect(fails).rejects.toThrow('no sheet');
    await expect(next).resolves.toBe('read');
  });

  test('the queue is limited for each customer and for all, and the refusal of all says when to retry', async () => {
    const { read } = watch();
    const own = Array.from({ length: 18 }, () => read('eve', 10));
    const ends = await Promise.allSettled(own);
    const refused = ends.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'TOO_MANY_READINGS' }) },
    ]);
    const all = await Promise.allSettled(Array.from({ length: 22 }, (_, index) => read(`${index}`, 10)));
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({ code: 'UNAVAILABLE', details: { retryAfterS: 10 } }),
      },
    ]);
  });

  test('a packed file has the weight to which it can unpack', () => {
    const [csv, xlsx] = ['rows.csv', 'rows.XLSX'].map((name) => weightOf([{ name, sizeBytes: MIB }, null]));
    expect(csv).toBeLessThan(5 * MIB);
    expect(xlsx).toBeGreaterThan(99 * MIB);
  });
});
