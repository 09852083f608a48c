/**
 * Damaged PDFs: whatever happens to a file's bytes, reading it ends with tables or a reason, and the next file is read.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { createPdfPool } from '#activities/pdf/reading/threads.ts';

const variantsPerFile = 60;
const timeLimitMs = 5_000;
const names = ['trade-hard-09', 'trade-hard-01', 'trade-unruled-07', 'bengali-01', 'negative-01'];

const pool = createPdfPool({
  threadsMax: 2,
  waitingMax: 1_000,
  heapMibMax: 256,
  startLimitMs: 60_000,
  wasmBytesMax: 256 * MIB,
  wasmBytesKept: 128 * MIB,
});
afterAll(() => pool.close());

/** The same numbers in every run, so that a failure can be reproduced. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Damage = (bytes: Buffer, below: (limit: number) => number) => Buffer;

const damages: readonly Damage[] = [
  (bytes, below) => bytes.subarray(0, below(bytes.length)),
  (bytes, below) => bytes.subarray(below(bytes.length)),
  (bytes, below) => {
    for (let count = 1 + below(200); count > 0; count--) bytes[below(bytes.length)] = below(256);
    return bytes;
  },
  (bytes, below) => {
    const from = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + below(2_000))]);
  },
  (bytes, below) => {
    const from = below(bytes.length);
    const again = bytes.subarray(from, from + below(2_000));
    return Buffer.concat([bytes.subarray(0, from), again, again, bytes.subarray(from)]);
  },
  // False lengths, offsets and object numbers.
  (bytes, below) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replaceAll(/\d+/g, (digits) => (below(40) === 0 ? String(below(1e9)) : digits)),
      'latin1',
    ),
];

test.each(names)(
  'damaged copies of %s give tables or a problem, and the next good file is converted',
  { timeout: 120_000 },
  async (name) => {
    const good = readFileSync(new URL(`../../fixtures/pdf/${name}.pdf`, import.meta.url));
    const options = { fileName: 'damaged.pdf', timeLimitMs };
    const below = randomOf(good.length);
    const damaged = Array.from({ length: variantsPerFile }, (_, index) =>
      damages[index % damages.length]!(Buffer.from(good), below),
    );
    const converted = await Promise.all(damaged.map((bytes) => pool.convert(bytes, options)));
    for (const result of converted) {
      if (result.kind === 'problem') expect(english(result.message)).toMatch(/\.$/);
      else expect(result.tables.length).toBeGreaterThan(0);
    }
    const after = await pool.convert(good, options);
    expect(after).toMatchObject(name.startsWith('negative') ? { code: 'NO_TABLE' } : { kind: 'tables' });
  },
);
