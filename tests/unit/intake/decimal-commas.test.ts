/** A comma that may stand before decimals is not read as one between thousands, and the other way round. */
import { describe, expect, test } from 'vitest';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { decimal, integer } from '#services/families/fields-numbers.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { localFile } from '#tests/harness/local-file.ts';
import { saying } from '#tests/harness/saying.ts';
import { readService, today } from './uploads.ts';

const weighed: ServiceDefinition = {
  ...readService,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'pieces', required: true, ...integer() },
      { name: 'cbm', required: true, ...decimal({ above: 0, decimals: 3 }) },
    ],
    naturalKey: (row) => Object.values(row).join('|'),
  },
};
async function readWeights(lines: readonly string[], edits: SheetEdit[] = []) {
  const file = await localFile('rows.csv', lines.join('\n'));
  return readUpload(weighed, { file, today, edits });
}
const isUncertain = { problem: saying('a comma may stand before decimals'), hint: saying('46.213') };

describe('commas', () => {
  test('a number with a comma is not certain in a file whose cells are separated by semicolons', async () => {
    const { problems, rows } = await readWeights(['pieces;cbm', '24480;46,213', '24480;46.213']);
    expect(problems).toEqual([{ row: 1, column: 'cbm', ...isUncertain }]);
    expect(rows[1]?.data).toEqual({ pieces: '24480', cbm: '46.213' });
  });

  test('a number with a comma has thousands in a file whose cells are separated by commas', async () => {
    const { problems, rows } = await readWeights(['pieces,cbm', '"24,480","46.213"']);
    expect(problems).toEqual([]);
    expect(rows[0]?.data).toEqual({ pieces: '24480', cbm: '46.213' });
  });

  test('a number that shows a comma before decimals makes the others of the sheet uncertain', async () => {
    const lines = ['pieces,cbm', '24480,"46,21"', '"24,480",46.213', '24.480,1.5'];
    const { problems } = await readWeights(lines);
    expect(problems).toMatchObject([
      { row: 1, column: 'cbm', problem: saying('not a number') },
      { row: 2, column: 'pieces', ...isUncertain },
      { row: 2, column: 'cbm', ...isUncertain },
      { row: 3, column: 'pieces', ...isUncertain },
    ]);
  });

  test('a corrected number is read as it is written', async () => {
    const lines = ['pieces,cbm', '24480,"46,21"', '24480,"46,213"'];
    const corrections = [
      { heading: 'cbm', text: '46.21', rowNumber: 1 },
      { heading: 'cbm', text: '46.213', rowNumber: 2 },
    ];
    const { problems, rows } = await readWeights(lines, corrections);
    expect(problems).toEqual([]);
    expect(rows.map(({ data }) => data?.['cbm'])).toEqual(['46.21', '46.213']);
  });
});

describe('whole numbers', () => {
  const { schema } = integer();
  test.each([
    ['24480.0', '24480'],
    ['24480.000', '24480'],
    ['24.00', '24'],
  ])('the whole number %j is read as %s', (cell, number) => {
    expect(schema.parse(cell)).toBe(number);
  });

  test.each(['24.000', '1.000', '24.480'])(
    'the text %j, which may have thousands, is not a whole number',
    (cell) => {
      expect(schema.safeParse(cell).success).toBe(false);
    },
  );
});
