/** Workbooks that other programs than Excel write are read cell for cell as they are meant. */
import { describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { read, readService } from './uploads.ts';
import { sharedString, writtenRow, writtenWorkbook } from './written-workbook.ts';

const headings = writtenRow(1, ['invoice_no', 'quantity', 'note']);
const readBook = (bytes: Buffer) => read(readService, 'rows.xlsx', bytes);

describe('shared strings', () => {
  test.each(['<si/>', '<si />', '<si></si>', '<si><t/></si>', '<si><t></t></si>', '<si\n/>'])(
    'an empty shared string written as %j does not move the strings behind it to other cells',
    async (empty) => {
      const rows = headings + writtenRow(2, [sharedString(0), 5, sharedString(3)]);
      const strings = `<si><t>PAL/1</t></si>${empty}<si><t>Dhaka</t></si><si><t>Gothenburg</t></si><si><t>Oslo</t></si>`;
      const book = writtenWorkbook({ sheets: [{ name: 'Data', rows }], strings });
      expect((await readBook(book)).rows[0]?.source).toMatchObject({
        invoice_no: 'PAL/1',
        note: 'Gothenburg',
      });
    },
  );
});

test('an error that only newer programs know is a problem, never an empty cell', async () => {
  const error = { xml: '<c t="e"><v>#BLOCKED!</v></c>' };
  const rows = headings + writtenRow(2, ['PAL/1', 5, error]);
  const { rows: read, problems } = await readBook(writtenWorkbook({ sheets: [{ name: 'Data', rows }] }));
  expect(read[0]?.source['note']).toBe('#BLOCKED!');
  expect(problems).toMatchObject([
    { row: 1, column: 'note', problem: saying('an error of the spreadsheet') },
  ]);
});

describe('tags with a prefix', () => {
  const prefixed = (book: { name: string; rows: string }) =>
    writtenWorkbook({ sheets: [book], prefix: 'x:' });

  test('the hidden rows of a workbook whose tags have a prefix are read, with a warning', async () => {
    const rows = headings + writtenRow(2, ['PAL/1', 5]) + writtenRow(3, ['PAL/2', 5], ' hidden="1"');
    const found = await readBook(prefixed({ name: 'Data', rows }));
    expect(found.rows.map(({ naturalKey }) => naturalKey)).toEqual(['PAL/1', 'PAL/2']);
    expect(found.warnings).toMatchObject([{ row: 0, problem: saying('Row 2 is hidden') }]);
  });

  test('a large workbook whose tags have a prefix is read in pieces', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) =>
      writtenRow(at + 2, [`PAL/${at}`, 5, `row ${'x'.repeat(700)}`]),
    );
    const found = await readBook(prefixed({ name: 'Data', rows: headings + rows.join('') }));
    expect(found.rows).toHaveLength(3_000);
    expect(found.rows[2_999]?.data).toMatchObject({ invoice_no: 'PAL/2999', quantity: '5' });
  });
});
