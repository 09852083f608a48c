/** Rows that are filed together are held back together, also when a row does not say with which others. */
import { describe, expect, test } from 'vitest';
import type { ServiceDefinition } from '#services/contract.ts';
import { read, submitService } from './uploads.ts';

const csv = (...lines: string[]): string => ['invoice_no,quantity,note', ...lines].join('\n');

describe('rows that are filed together', () => {
  const { input } = submitService;
  if (input.kind !== 'sheet') throw new Error('The service of these tests reads sheets.');
  const grouped: ServiceDefinition = {
    ...submitService,
    input: {
      ...input,
      naturalKey: (row) => `${row['invoice_no']}|${row['note']}`,
      groupBy: ['invoice_no'],
    },
  };
  const validRows = async (...lines: string[]): Promise<number[]> => {
    const { rows } = await read(grouped, 'rows.csv', csv(...lines));
    return rows.filter(({ data }) => data !== null).map(({ rowNumber }) => rowNumber);
  };

  test('lines below an invoice number that was written once, as in merged cells, hold back that invoice', async () => {
    expect(await validRows('PAL/1,5,a', ',6,b', ',7,c')).toEqual([]);
    expect(await validRows('PAL/1,5,a', 'PAL/2,5,b', 'PAL/3,5,c', ',6,d')).toEqual([1, 2]);
  });

  test('a line with a wrong invoice number holds back the invoices above and below, of which it may be part', async () => {
    expect(await validRows('PAL/1,5,a', 'PAL/2,5,b', 'wrong,6,c', 'PAL/3,7,d', 'PAL/4,8,e')).toEqual([1, 5]);
    expect(await validRows('wrong,5,a', 'PAL/1,6,b', 'PAL/2,7,c')).toEqual([3]);
  });

  test('a line with another wrong cell holds back only its own invoice', async () => {
    expect(await validRows('PAL/1,5,a', 'PAL/2,many,b', 'PAL/3,5,c')).toEqual([1, 3]);
  });
});
