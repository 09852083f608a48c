/** The list of attacks leaves out none. */
import { expect, test } from 'vitest';
import { tableRows } from './harness/test-table.ts';

const ATTACKS = 27;

test('the list of attacks has every attack in its order, each with a description', () => {
  const rows = tableRows('tests/attacks.md');
  const expected = Array.from({ length: ATTACKS }, (_, index) => index + 1);
  expect([...new Set(rows.map(([number]) => Number(number)))]).toEqual(expected);
  const described = rows.filter(([, attack]) => attack !== '').map(([number]) => Number(number));
  expect([...new Set(described)]).toEqual(expected);
});
