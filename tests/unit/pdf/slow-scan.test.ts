/** A scanned page that cannot be recognised in time is told apart from one on which there is nothing to recognise. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { convertWith } from '#activities/pdf/reading/pool.ts';
import { createPdfPool, type PdfPool } from '#activities/pdf/reading/threads.ts';
import { createScanReader } from '#activities/pdf/scans/scan-reader.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { scanOf } from './scan-maker.ts';

const startPool = () =>
  createPdfPool({
    threadsMax: 1,
    waitingMax: 3,
    heapMibMax: 512,
    startLimitMs: 60_000,
    wasmBytesMax: 512 * MIB,
    wasmBytesKept: 128 * MIB,
  });

/** Gives a page of a scan one millisecond, in which none can be recognised. */
const startHastyReader = () => createScanReader(startPool, 1);
const options = { fileName: 'scan.pdf' };
const scan = () => scanOf(readFileSync('tests/fixtures/pdf/trade-ruled-02.pdf'), {});

test('a scan that cannot be recognised in time is not called one without text', async () => {
  const reader = startHastyReader();
  try {
    expect(await reader.read(await scan(), [1], options)).toEqual({ pages: [], tookTooLong: true });
  } finally {
    await reader.close();
  }
});

test('a scan that cannot be recognised in time is answered as too slow, and no better scan is asked for', async () => {
  const reader = startHastyReader();
  const pool = startPool();
  try {
    const readers = { convert: pool.convert, recognise: reader.read };
    expect(await convertWith(readers, await scan(), options)).toMatchObject({ code: 'TOO_SLOW' });
  } finally {
    await pool.close();
    await reader.close();
  }
});

test('all pages of a scan are recognised although the clock is set forward meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const recognise = async () => {
    vi.setSystemTime(Date.now() + HOUR_MS);
    return { kind: 'page' };
  };
  const reader = createScanReader(() => ({ recognise, close: async () => {} }) as unknown as PdfPool);
  try {
    const { pages, tookTooLong } = await reader.read(new Uint8Array(), [1, 2, 3], options);
    expect([pages.length, tookTooLong]).toEqual([3, false]);
  } finally {
    vi.useRealTimers();
    await reader.close();
  }
});
