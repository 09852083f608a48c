/** Worker threads: whatever a file does, the next one is converted. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPdfPool, type PdfPool } from '#activities/pdf/reading/threads.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { bombPdf, endlessPdf, pdfOf } from './pdf-maker.ts';

const rows = [
  ['Item', 'Qty'],
  ['Shirt', '12'],
  ['Cap', '30'],
  ['Sock', '41'],
];
const options = { fileName: 'list.pdf', timeLimitMs: 60_000 };
const good = () => pdfOf([[{ rows, ruled: true }]]);

let pool: PdfPool;
beforeEach(() => {
  pool = createPdfPool({
    threadsMax: 1,
    waitingMax: 3,
    heapMibMax: 256,
    startLimitMs: 60_000,
    wasmBytesMax: 128 * MIB,
    wasmBytesKept: 64 * MIB,
  });
});
afterEach(() => pool.close());

async function expectGoodConversion(): Promise<void> {
  const converted = await pool.convert(await good(), options);
  expect(converted).toMatchObject({ kind: 'tables', tables: [{ name: 'p1_t1', rows }] });
}

describe('after a file that', () => {
  test('a file that takes too long is given up, and the next one is converted', async () => {
    const slow = await bombPdf('0 0 m 9 9 l S ', 400_000);
    expect(await pool.convert(slow, { ...options, timeLimitMs: 20 })).toMatchObject({ code: 'TOO_SLOW' });
    await expectGoodConversion();
  });
  test.each([
    ['unpacks to far too much', () => bombPdf('q ', 20_000_000)],
    ['draws itself endlessly', endlessPdf],
  ])('a file that %s is refused, and the next one is converted', async (_, hostile) => {
    expect(await pool.convert(await hostile(), options)).toMatchObject({ code: 'TOO_LARGE' });
    await expectGoodConversion();
  });
  test('a file can be cancelled while it is read, and the next one is converted', async () => {
    await expectGoodConversion();
    const controller = new AbortController();
    const slow = pool.convert(await bombPdf('0 0 m 9 9 l S ', 400_000), {
      ...options,
      signal: controller.signal,
    });
    controller.abort(new Error('Cancelled.'));
    await expect(slow).rejects.toThrow('Cancelled.');
    await expectGoodConversion();
  });
});

test('a file that is cancelled while it waits is never read', async () => {
  const controller = new AbortController();
  const first = pool.convert(await good(), options);
  const second = pool.convert(await good(), { ...options, signal: controller.signal });
  controller.abort(new Error('Cancelled.'));
  await expect(second).rejects.toThrow('Cancelled.');
  expect(await first).toMatchObject({ kind: 'tables' });
});

test('files beyond the bound of the queue are refused', async () => {
  const bytes = await good();
  const accepted = Array.from({ length: 4 }, () => pool.convert(bytes, options));
  await expect(pool.convert(bytes, options)).rejects.toThrow('waiting');
  expect((await Promise.all(accepted)).map((converted) => converted.kind)).toEqual(Array(4).fill('tables'));
});

test("the caller's bytes stay readable", async () => {
  const bytes = await good();
  const before = Buffer.from(bytes);
  await pool.convert(bytes, options);
  expect(Buffer.compare(before, bytes)).toBe(0);
});

test('a closed pool accepts no more files', async () => {
  await pool.close();
  await expect(pool.convert(await good(), options)).rejects.toThrow('closed');
});
