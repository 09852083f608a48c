/** Turns for heavy work: a crowd from one address, or at one account, leaves all other callers their turn. */
import { expect, test } from 'vitest';
import { createFairTurns } from '#api/domain/fair-turns.ts';

const limits = { atOnceMax: 2, waitingMax: 10 };

/** Work that ends when the test says so; `begun` lists what has begun, in order. */
function bench(given = limits) {
  const runFairly = createFairTurns(given);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, askers: string[] = [name], isKnown = false): Promise<string> =>
    runFairly(
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      },
      askers,
      isKnown,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async (): Promise<void> => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { ask, begun, endOne };
}

test('requests run up to the limit at once, and the others wait in the order of their arrival', async () => {
  const { ask, begun, endOne } = bench();
  void ask('a');
  void ask('b');
  void ask('c');
  void ask('d');
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('the caller with the fewest requests comes first, however many requests of another one wait', async () => {
  const { ask, begun, endOne } = bench();
  for (let n = 0; n < 8; n += 1) void ask('crowd').catch(() => undefined);
  void ask('ana');
  await endOne();
  expect(begun).toEqual(['crowd', 'crowd', 'ana']);
});

test('requests from many addresses for one account wait behind those for other accounts', async () => {
  const { ask, begun, endOne } = bench();
  for (let n = 0; n < 6; n += 1) void ask(`guess ${n}`, [`address ${n}`, 'account of eve']);
  void ask('ana', ['address of ana', 'account of ana']);
  await endOne();
  expect(begun.at(-1)).toBe('ana');
});

test("when the queue is full, the most frequent caller's last request is refused, not a new caller's [full-queue]", async () => {
  const { ask, begun, endOne } = bench({ atOnceMax: 1, waitingMax: 3 });
  const crowd = Array.from({ length: 4 }, () => ask('crowd'));
  const refused = expect(crowd[3]).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const ana = ask('ana');
  await refused;
  await endOne();
  expect(begun).toEqual(['crowd', 'ana']);
  await endOne();
  await expect(ana).resolves.toBe('ana');
});

test('when the queue is full of callers with one request each, a new caller is refused', async () => {
  const { ask } = bench({ atOnceMax: 1, waitingMax: 1 });
  void ask('a');
  void ask('b');
  await expect(ask('c')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a known caller has the next turn though all others ask for the first time, and is none of those refused', async () => {
  const { ask, begun, endOne } = bench({ atOnceMax: 1, waitingMax: 2 });
  const crowd = ['a', 'b', 'c'].map((name) => ask(name));
  const refused = expect(crowd[2]).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const ana = ask('ana', ['ana'], true);
  await refused;
  await endOne();
  expect(begun).toEqual(['a', 'ana']);
  await endOne();
  await expect(ana).resolves.toBe('ana');
});

test('a known caller that asks again and again waits like all others', async () => {
  const { ask, begun, endOne } = bench({ atOnceMax: 1, waitingMax: 10 });
  void ask('first');
  for (let n = 0; n < 8; n += 1) void ask('eve', ['eve'], true);
  void ask('ana');
  for (let n = 0; n < 7; n += 1) await endOne();
  expect(begun.indexOf('ana')).toBe(7);
});
