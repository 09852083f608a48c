/** A PDF or a ZIP file of PDFs becomes rows; nothing dangerous inside an archive is ever unpacked. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEntry } from '#api/domain/jobs/intake/pdf-files.ts';
import { KIB, MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { english } from '#contracts/messages/render.ts';
import { rawZip } from './raw-zip.ts';
import { pdfService, read, refusal } from './uploads.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const readZip = (bytes: Uint8Array) => read(pdfService, 'papers.zip', bytes);
const unreadable = (message: RegExp) => ({
  code: 'FILE_UNREADABLE',
  message: expect.stringMatching(message),
});

describe('refused as a whole', () => {
  test('a sheet is refused as a file type if PDFs are expected', async () => {
    expect(await refusal(read(pdfService, 'rows.csv', 'a,b'))).toEqual({
      code: 'INVALID_FILE_TYPE',
      message: 'Invalid file type. Accepted formats: .pdf, .zip',
    });
  });

  test.each([
    ['paper.pdf', Buffer.from('invoice_no\n'), /named \.pdf but it is a plain text file/],
    ['paper.pdf', Buffer.from('<html>Session expired</html>'), /named \.pdf but it is a web page/],
    ['papers.zip', pdf, /named \.zip but it is a PDF/],
    ['papers.zip', rawZip([]), /^The ZIP file is empty\.$/],
    ['papers.zip', rawZip([{ name: 'folder/' }]), /^The ZIP file is empty\.$/],
    ['papers.zip', rawZip([{ name: 'a.pdf', data: pdf }]).subarray(0, 60), /damaged/],
  ])('the file %s is refused if its content does not fit its name', async (name, bytes, message) => {
    expect(await refusal(read(pdfService, name, bytes))).toEqual(unreadable(message));
  });

  test.each([
    '../a.pdf',
    '../../../../etc/cron.d/a.pdf',
    'ok/../../a.pdf',
    '/a.pdf',
    '//host/a.pdf',
    'C:/a.pdf',
    'C:a.pdf',
    '..\\a.pdf',
    'ok\\..\\..\\a.pdf',
    '\\a.pdf',
    'a\u0000.pdf',
    'a\n.pdf',
  ])('a ZIP file with the path %j is refused', async (name) => {
    expect(await refusal(readZip(rawZip([{ name, data: pdf }])))).toEqual(unreadable(/unsafe path/));
  });

  test('a ZIP file with a symbolic link is refused', async () => {
    const bytes = rawZip([{ name: 'a.pdf', data: '/etc/passwd', unixMode: 0o120777 }]);
    expect(await refusal(readZip(bytes))).toEqual(unreadable(/link to another file/));
  });

  test('a ZIP file with an encrypted entry is refused', async () => {
    expect(await refusal(readZip(rawZip([{ name: 'a.pdf', data: pdf, flags: 1 }])))).toEqual(
      unreadable(/protected by a password/),
    );
  });

  test('a ZIP bomb is refused by its claimed size, by its ratio and by shared data', async () => {
    const claim = rawZip([
      { name: 'a.pdf', data: pdf, claimedUnpackedBytes: limits.zipUnpackedBytesMax + 1 },
    ]);
    const ratio = rawZip([{ name: 'a.pdf', data: Buffer.alloc(8 * MIB) }]);
    const shared = rawZip([
      { name: 'a.pdf', data: Buffer.alloc(MIB, 'x') },
      ...Array.from({ length: 100 }, (_, index) => ({
        name: `${index}.pdf`,
        sharesDataOf: 0,
        claimedPackedBytes: 1_100,
        claimedUnpackedBytes: MIB,
      })),
    ]);
    for (const bytes of [claim, ratio, shared]) {
      expect(await refusal(readZip(bytes))).toEqual(unreadable(/unpacks to far more/));
    }
  });

  test('a ZIP file with too many entries is refused', async () => {
    const bytes = rawZip([{ name: 'a.pdf', data: pdf }]);
    // Only the count in the end record is false: the file is refused before anything is listed.
    bytes.writeUInt16LE(0xfffe, bytes.byteLength - 12);
    expect(await refusal(readZip(bytes))).toEqual(unreadable(/more than 2,000 files/));
  });
});

describe('refused as a row', () => {
  const problemOf = async (bytes: Uint8Array) => {
    const { rows, problems } = await readZip(bytes);
    expect(rows.map(({ data }) => data)).toEqual([null]);
    return problems.map(({ problem }) => english(problem))[0];
  };

  test.each([
    ['not a PDF', 'a.txt', Buffer.from('hello'), 'The file is not a PDF.'],
    ['a web page that is named .pdf', 'a.pdf', Buffer.from('<html>'), 'The file is not a PDF.'],
    ['an empty file', 'a.pdf', Buffer.alloc(0), 'The file is not a PDF.'],
    [
      'a nested ZIP file',
      'a.zip',
      rawZip([{ name: 'b.pdf', data: pdf }]),
      'A ZIP file inside the ZIP file is not opened.',
    ],
  ])('a ZIP entry that is %s is refused as a row', async (_, name, data, problem) => {
    expect(await problemOf(rawZip([{ name, data }]))).toBe(problem);
  });

  test('a ZIP entry that unpacks to more than it claims is refused as a row', async () => {
    const data = Buffer.concat([pdf, Buffer.alloc(64 * MIB)]);
    expect(await problemOf(rawZip([{ name: 'a.pdf', data, claimedUnpackedBytes: 120 }]))).toMatch(/damaged/);
  });

  test('a ZIP entry that unpacks to less than it claims is refused as a row', async () => {
    expect(await problemOf(rawZip([{ name: 'a.pdf', data: pdf, claimedUnpackedBytes: 4_000 }]))).toMatch(
      /damaged/,
    );
  });

  test('a ZIP entry whose bytes have changed is refused as a row', async () => {
    expect(await problemOf(rawZip([{ name: 'a.pdf', data: pdf, claimedCrc32: 1 }]))).toMatch(/damaged/);
  });

  test('a ZIP entry that is larger than an upload may be is refused as a row', async () => {
    // Some noise in every block keeps the compression ratio that of an honest file.
    const blocks = Array.from({ length: 51 }, () => [
      randomBytes(20 * KIB),
      Buffer.alloc(MIB - 20 * KIB),
    ]).flat();
    expect(await problemOf(rawZip([{ name: 'a.pdf', data: Buffer.concat(blocks) }]))).toBe(
      'The file is larger than 50 MB.',
    );
  });

  test('a ZIP entry with the same name as an earlier one is refused as a row', async () => {
    const { rows, problems } = await readZip(
      rawZip([
        { name: 'a.pdf', data: pdf },
        { name: 'a.pdf', data: pdf },
      ]),
    );
    expect(rows.map(({ data }) => data !== null)).toEqual([true, false]);
    expect(problems).toEqual([
      expect.objectContaining({ row: 2, problem: 'The ZIP file holds this name twice.' }),
    ]);
  });
});

describe('taken', () => {
  test('a PDF is one row, named without its folders', async () => {
    const { rows, problems } = await read(pdfService, 'C:\\papers\\Paper 1.PDF', pdf);
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        rowNumber: 1,
        source: { file_name: 'Paper 1.PDF' },
        data: { file_name: 'Paper 1.PDF' },
        naturalKey: null,
        groupRow: null,
        sameAsRow: null,
      },
    ]);
  });

  test('a PDF can have other bytes before its header', async () => {
    const bytes = Buffer.concat([Buffer.alloc(1_000, ' '), pdf]);
    expect((await read(pdfService, 'a.pdf', bytes)).rows).toHaveLength(1);
  });

  test('a ZIP file gives one row per PDF in the order of names, without system files', async () => {
    const names = [
      'page 10.pdf',
      'sub/',
      'sub/page 1.pdf',
      '__MACOSX/._page 2.pdf',
      'page 2.pdf',
      '.DS_Store',
      'চালান.pdf',
    ];
    const { rows, problems } = await readZip(
      rawZip(names.map((name) => ({ name, data: name.endsWith('/') ? '' : pdf }))),
    );
    expect(problems).toEqual([]);
    expect(rows.map(({ rowNumber, data }) => [rowNumber, data])).toEqual([
      [1, { file_name: 'page 2.pdf', entry: 'page 2.pdf' }],
      [2, { file_name: 'page 10.pdf', entry: 'page 10.pdf' }],
      [3, { file_name: 'page 1.pdf', entry: 'sub/page 1.pdf' }],
      [4, { file_name: 'চালান.pdf', entry: 'চালান.pdf' }],
    ]);
  });
});

describe('reading one entry', () => {
  test('reading an entry gives its bytes', async () => {
    const bytes = rawZip([
      { name: 'a.pdf', data: Buffer.concat([pdf, Buffer.from('a')]) },
      { name: 'sub/b.pdf', data: Buffer.concat([pdf, Buffer.from('b')]) },
    ]);
    expect(
      Buffer.from(await readEntry(bytes, 'sub/b.pdf'))
        .toString()
        .at(-1),
    ).toBe('b');
    expect(
      Buffer.from(await readEntry(bytes, 'a.pdf'))
        .toString()
        .at(-1),
    ).toBe('a');
  });

  test.each([
    ['an unknown name', rawZip([{ name: 'a.pdf', data: pdf }]), 'b.pdf'],
    ['an entry that is not a PDF', rawZip([{ name: 'a.txt', data: 'x' }]), 'a.txt'],
    ['a damaged entry', rawZip([{ name: 'a.pdf', data: pdf, claimedCrc32: 1 }]), 'a.pdf'],
    ['an archive that became dangerous', rawZip([{ name: '../a.pdf', data: pdf }]), '../a.pdf'],
  ])('reading an entry refuses %s', async (_, bytes, name) => {
    expect((await refusal(readEntry(bytes, name))).code).toBe('FILE_UNREADABLE');
  });
});
