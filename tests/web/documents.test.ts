/** What is shown in place is decided by a file's bytes, and its bounds hold before anything decodes it. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { readBytes } from '#web/ui/documents/read-bytes.ts';
import { kindOf, pictureSize } from '#web/ui/documents/file-kind.ts';
import { bounds, widthWithin, zoomBeside } from '#web/ui/documents/limits.ts';

afterEach(() => vi.unstubAllGlobals());

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));

const png = bytesOf('\x89PNG\r\n\x1A\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0], [0, 0, 3, 0]);
const jpeg = bytesOf(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
  [0xff, 0xff, 0xc4, 0, 3, 0],
  [0xff, 0xc2, 0, 17, 8, 3, 0, 4, 0],
);
const webp = (form: string, rest: number[]) =>
  bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', form, [0, 0, 0, 0], rest);

test('a file is a PDF or a picture by its first bytes only', () => {
  expect(kindOf(readFileSync('tests/fixtures/pdf/bengali-01.pdf'))).toBe('pdf');
  expect(kindOf(bytesOf('\r\n%PDF-1.4'))).toBe('pdf');
  expect(kindOf(png)).toBe('png');
  expect(kindOf(jpeg)).toBe('jpeg');
  expect(kindOf(webp('VP8 ', []))).toBe('webp');
});

test.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'GIF89a', 'PK\x03\x04'])(
  'a file that begins with %j is not shown',
  (start) => expect(kindOf(bytesOf(start))).toBeNull(),
);

test('the size of a picture is read from its header, before anything decodes it', () => {
  expect(pictureSize('png', png)).toEqual({ width: 1024, height: 768 });
  expect(pictureSize('jpeg', jpeg)).toEqual({ width: 1024, height: 768 });
  expect(pictureSize('webp', webp('VP8X', [0, 0, 0, 0, 0xff, 3, 0, 0xff, 2, 0]))).toEqual({
    width: 1024,
    height: 768,
  });
  expect(pictureSize('webp', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0, 4, 0, 3]))).toEqual({
    width: 1024,
    height: 768,
  });
  expect(pictureSize('webp', webp('VP8L', [0x2f, 0xff, 0xc3, 0xbf, 0]))).toEqual({
    width: 1024,
    height: 768,
  });
});

test.each(['png', 'jpeg', 'webp'] as const)('a %s whose header breaks off has no size', (kind) => {
  const whole = { png, jpeg, webp: webp('VP8X', [0, 0, 0, 0, 0xff, 3, 0, 0xff, 2, 0]) }[kind];
  expect(pictureSize(kind, whole.slice(0, -4))).toBeNull();
});

test('the zoom goes from step to step and stays at either end', () => {
  expect([zoomBeside(1, 1), zoomBeside(1.5, 1), zoomBeside(3, 1)]).toEqual([1.5, 2, 3]);
  expect([zoomBeside(3, -1), zoomBeside(1, -1)]).toEqual([2, 1]);
});

test('a page is drawn only as large as the bound allows, however long it is', () => {
  expect(widthWithin(1_200, 1.4)).toBe(1_200);
  const width = widthWithin(2_000, 1_000);
  expect(width * width * 1_000).toBeLessThanOrEqual(bounds.drawnAreaMax);
});

test('a file with more bytes than asked for is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(endless));
  const { signal } = new AbortController();
  expect(await readBytes('/api/jobs/a/files/b', { bytesMax: 5_000, signal })).toBeNull();
  expect(sent).toBeLessThan(10);
});

test('a file is read whole, and a refusal is thrown with its code', async () => {
  const { signal } = new AbortController();
  vi.stubGlobal('fetch', async () => new Response('%PDF-'));
  expect(await readBytes('/a', { bytesMax: 5, signal })).toEqual(bytesOf('%PDF-'));
  const gone = { success: false, code: 'FILE_EXPIRED', message: 'Deleted.' };
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 410 }));
  await expect(readBytes('/a', { bytesMax: 5, signal })).rejects.toMatchObject({ code: 'FILE_EXPIRED' });
});
