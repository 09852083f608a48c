/** A CSV is read as its writer meant it, whatever program and country it comes from. */
import { describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { readCsv } from './uploads.ts';

const sources = async (content: Uint8Array | string) =>
  (await readCsv(content)).rows.map(({ source }) => source);
const utf16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('encodings', () => {
  const content = 'invoice_no,quantity,note\r\nPAL/1,5,শার্ট\r\n';
  const rows = [{ invoice_no: 'PAL/1', quantity: '5', note: 'শার্ট' }];
  const latin = 'invoice_no,quantity,note\r\nPAL/1,5,shirt\r\n';

  test.each([
    ['UTF-8', Buffer.from(content)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${content}`)],
    ['UTF-16 LE with a mark', utf16(`\uFEFF${content}`, 'le')],
    ['UTF-16 BE with a mark', utf16(`\uFEFF${content}`, 'be')],
  ])('a file in %s keeps its Bengali text', async (_, bytes) => {
    expect(await sources(bytes)).toEqual(rows);
  });

  test.each([
    ['LE', utf16(latin, 'le')],
    ['BE', utf16(latin, 'be')],
  ])('UTF-16 %s is recognised without a byte order mark', async (_, bytes) => {
    expect(await sources(bytes)).toEqual([{ invoice_no: 'PAL/1', quantity: '5', note: 'shirt' }]);
  });

  test('a file that is not UTF-8 is read as Windows-1252', async () => {
    const bytes = Buffer.concat([
      Buffer.from('invoice_no,quantity,note\nPAL/1,5,Caf'),
      Buffer.from([0xe9, 0x20, 0x80]),
    ]);
    expect((await sources(bytes))[0]?.['note']).toBe('Café €');
  });
});

describe('delimiters', () => {
  test.each([',', ';', '\t', '|'])('the delimiter %j is recognised', async (delimiter) => {
    const lines = [
      ['invoice_no', 'quantity', 'note'],
      ['PAL/1', '5', 'x'],
    ];
    expect(await sources(lines.map((cells) => cells.join(delimiter)).join('\n'))).toEqual([
      { invoice_no: 'PAL/1', quantity: '5', note: 'x' },
    ]);
  });

  test('a delimiter between known headings wins over one inside a heading', async () => {
    expect(await sources('invoice_no;quantity;a, b, c, d, e\nPAL/1;5;x\n')).toEqual([
      { invoice_no: 'PAL/1', quantity: '5', 'a, b, c, d, e': 'x' },
    ]);
  });

  test('the line by which Excel names its delimiter is not a heading', async () => {
    expect(await sources('sep=;\r\ninvoice_no;quantity\r\nPAL/1;5\r\n')).toEqual([
      { invoice_no: 'PAL/1', quantity: '5' },
    ]);
  });
});

describe('cells', () => {
  test('quoted cells can contain delimiters, quotes and line ends', async () => {
    const rows = await sources('invoice_no,quantity,note\r\nPAL/1,5,"Dhaka, ""BD""\r\nsecond line"\r\n');
    expect(rows).toEqual([{ invoice_no: 'PAL/1', quantity: '5', note: 'Dhaka, "BD"\r\nsecond line' }]);
  });

  test('blank lines are not rows and are not counted', async () => {
    const { rows } = await readCsv('\n\ninvoice_no,quantity\n\nPAL/1,5\n , \nPAL/2,6\n\n');
    expect(rows.map(({ rowNumber, naturalKey }) => [rowNumber, naturalKey])).toEqual([
      [1, 'PAL/1'],
      [2, 'PAL/2'],
    ]);
  });

  test('a short row has empty cells at its end', async () => {
    expect(await sources('invoice_no,quantity,note\nPAL/1,5\n')).toEqual([
      { invoice_no: 'PAL/1', quantity: '5', note: '' },
    ]);
  });

  test('cells to the right of the headings are a problem of their row', async () => {
    const { rows, problems } = await readCsv(
      'invoice_no,quantity,note\nPAL/1,5,Dhaka, Bangladesh\nPAL/2,5,x\n',
    );
    expect(rows.map(({ data }) => data !== null)).toEqual([false, true]);
    expect(problems).toEqual([
      {
        row: 1,
        column: 'Column 4',
        problem: 'This cell has no heading above it.',
        hint: saying('double quotes'),
      },
    ]);
  });

  test('a line end that Word writes does not join the words beside it', async () => {
    expect(
      await sources(Buffer.from('invoice_no,quantity,note\nPAL/1,5,Box 1410\u000B111 84 Stockholm\n')),
    ).toEqual([{ invoice_no: 'PAL/1', quantity: '5', note: 'Box 1410 111 84 Stockholm' }]);
  });

  test('characters that the database cannot store are removed or replaced', async () => {
    const lone = utf16('\uFEFFinvoice_no,quantity,note\nPAL/1,5,a\uD800b\n', 'le');
    expect((await sources(lone))[0]?.['note']).toBe('a\uFFFDb');
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'the heading %s is treated like any other [special-headings]',
    async (heading) => {
      const [row] = (await readCsv(`invoice_no,quantity,${heading}\nPAL/1,5,x\n`)).rows;
      expect(Object.entries(row?.source ?? {})).toContainEqual([heading, 'x']);
      expect(row?.data).toEqual({ invoice_no: 'PAL/1', quantity: '5', note: 'read 2026-11-21' });
    },
  );
});

describe('headings', () => {
  test.each([
    'Invoice No,QUANTITY',
    ' invoice-no , Quantity ',
    'INVOICENO,quan_tity',
    'Invoice,quantity',
    '"inv_no","quantity"',
  ])('the headings %j are recognised as the columns', async (line) => {
    const { columns, rows } = await readCsv(`${line}\nPAL/1,5\n`);
    expect(columns.filter(({ header }) => header !== null).map(({ name }) => name)).toEqual([
      'invoice_no',
      'quantity',
    ]);
    expect(rows[0]?.data).toMatchObject({ invoice_no: 'PAL/1', quantity: '5' });
  });

  test('columns can be in any order, and unknown ones are kept and reported', async () => {
    const intake = await readCsv('Buyer,quantity,Invoice No\nNordic Wear,5,PAL/1\n');
    expect(intake.headers).toEqual(['Buyer', 'quantity', 'Invoice No']);
    expect(intake.unknownHeaders).toEqual(['Buyer']);
    expect(intake.columns).toEqual([
      { name: 'invoice_no', header: 'Invoice No', required: true, byHand: false },
      { name: 'quantity', header: 'quantity', required: true, byHand: false },
      { name: 'note', header: null, required: false, byHand: false },
    ]);
    expect(intake.rows[0]?.source).toEqual({ Buyer: 'Nordic Wear', quantity: '5', 'Invoice No': 'PAL/1' });
  });

  test('a column without a heading is kept if it has a value and dropped otherwise', async () => {
    const { headers } = await readCsv('invoice_no,,quantity,,\nPAL/1,x,5,,\n');
    expect(headers).toEqual(['invoice_no', 'column_2', 'quantity']);
  });

  test('the two extra columns of a failed-rows file are dropped', async () => {
    const intake = await readCsv('invoice_no,quantity,error_code,Error Message\nPAL/1,5,TIMEOUT,late\n');
    expect(intake.headers).toEqual(['invoice_no', 'quantity']);
    expect(intake.unknownHeaders).toEqual([]);
    expect(intake.rows[0]?.source).toEqual({ invoice_no: 'PAL/1', quantity: '5' });
  });
});
