/** Which heading is preselected for a column that no heading names. */
import { expect, test } from 'vitest';
import { guessHeadings } from '#api/domain/jobs/intake/column-guess.ts';
import { expSearchService } from '#services/exp-search/service.ts';

const { columns } = expSearchService.input;
const serial = columns.filter(({ name }) => name === 'exp_serial');
const heading = (text: string, ...cells: string[]) => ({ text, cells });

test('the heading that is most like a name of the column is guessed, if its cells would be valid', () => {
  const headings = [heading('Buyer', 'Nordic'), heading('Form serial', '004501'), heading('Serials', 'n/a')];
  expect(guessHeadings(serial, headings)).toEqual(new Map([['exp_serial', 'Form serial']]));
});

test('no heading is guessed whose name says nothing, even if its cells would be valid', () => {
  expect(guessHeadings(serial, [heading('Quantity', '004501'), heading('Value', '4501')])).toEqual(new Map());
});

test('each heading is guessed for one column only', () => {
  const guesses = guessHeadings(columns, [heading('EXP serial/year', '4501')]);
  expect(guesses.size).toBe(1);
});
