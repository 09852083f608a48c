/** The right password removes the lock of a PDF, and nothing else of the file changes. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { unlockDocument } from '#activities/pdf/reading/unlock.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { lockedPdf } from './lock-maker.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/pdf/${name}.pdf`, import.meta.url));

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(256 * MIB);
});

/** Everything that PDFium reads on the first page. */
function firstPage(bytes: Uint8Array, password = ''): unknown {
  const opened = openPdf(engine, bytes, password);
  if (opened.kind === 'refused') return opened.code;
  try {
    return opened.document.readPage(1);
  } finally {
    opened.document.close();
  }
}

function unlocked(bytes: Uint8Array, password: string): Buffer {
  const answer = unlockDocument(engine, bytes, password);
  if (answer.kind === 'problem' || !answer.bytes) throw new Error('Nothing was unlocked.');
  return Buffer.from(answer.bytes);
}

describe('stays locked', () => {
  test.each(['', 'Secret', 'secret ', 'x'.repeat(200)])(
    'a locked PDF stays locked with the password %j',
    (password) => {
      expect(unlockDocument(engine, fixture('locked'), password)).toMatchObject({
        code: 'PASSWORD_REQUIRED',
      });
    },
  );
  test.each([
    ['cut off', () => fixture('locked').subarray(0, 900)],
    ['empty', () => new Uint8Array()],
  ])('a locked PDF that is %s is reported as damaged', (_, bytes) => {
    expect(unlockDocument(engine, bytes(), 'secret')).toMatchObject({ code: 'CORRUPT' });
  });
});

test.each(['negative-01', 'owner-locked'])(
  'the PDF %s opens without a password and stays unchanged',
  (name) => {
    expect(unlockDocument(engine, fixture(name), 'any')).toEqual({ kind: 'unlocked', bytes: null });
  },
);

test('the unlocked copy has every character and line of the original and no trace of the password', () => {
  const copy = unlocked(fixture('locked'), 'secret');
  expect(firstPage(copy)).toEqual(firstPage(fixture('locked'), 'secret'));
  expect(copy.includes('/Encrypt ')).toBe(false);
  expect(copy.includes('/Filter/Standard')).toBe(false);
  expect(copy.includes('secret')).toBe(false);
});

test('a Bengali password opens a locked PDF', async () => {
  const original = fixture('bengali-01');
  const locked = await lockedPdf(original, 'গোপন কথা');
  expect(firstPage(locked)).toBe('PASSWORD_REQUIRED');
  expect(firstPage(unlocked(locked, 'গোপন কথা'))).toEqual(firstPage(original));
});
