/** Which rows of EGM Download ask the same, so that one look-up answers them. */
import { describe, expect, test } from 'vitest';
import { egmDownloadService } from '#services/egm-download/service.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const keyWith = (change: Record<string, string>): string =>
  egmDownloadService.input.naturalKey(
    rowOf('egm-download', { ...sampleRows('egm-download')[0], rotation_no: '', bl_no: '', ...change }),
  );

describe('rows of one bill', () => {
  test('rows with different rotations are looked up each, because customs is compared with each', () => {
    expect(keyWith({ rotation_no: '2026/3187' })).not.toBe(keyWith({ rotation_no: '2026/3178' }));
    expect(keyWith({ rotation_no: '2026/3187' })).not.toBe(keyWith({}));
  });

  test('rows with the same rotation, however it is written, are looked up once', () => {
    expect(keyWith({ rotation_no: '2026/3187' })).toBe(keyWith({ rotation_no: '2026 3187' }));
  });
});
