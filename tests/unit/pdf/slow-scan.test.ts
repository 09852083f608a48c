/** A scanned page that cannot be recognised in time is told apart from one on which there is nothing to recognise. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPdfPool } from '#activities/pdf/reading/threads.ts';
import { createScanReader } from '#activities/pdf/scans/scan-reader.ts';
import { MIB } from '#contracts/limits.ts';
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

test('a scan that cannot be recognised in time is not called one without text', async () => {
  const scan = await scanOf(readFileSync('tests/fixtures/pdf/trade-ruled-02.pdf'), {});
  const reader = createScanReader(startPool, 1);
  try {
    expect(await reader.read(scan, [1], { fileName: 'scan.pdf' })).toEqual({ pages: [], tookTooLong: true });
  } finally {
    await reader.close();
  }
});
