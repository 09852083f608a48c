/** What a portal returned for a row, as people read it. */
import { describe, expect, it } from 'vitest';
import { labelOf, shownValues } from '#web/features/jobs/rows/shown-values.ts';

const textsOf = (values: Record<string, string | number | null>): Record<string, string> =>
  Object.fromEntries(
    Object.values(shownValues(values)).flatMap((group) => group.map(({ label, text }) => [label, text])),
  );

describe('the values of a row', () => {
  it('names of columns are shown as labels, with the words of the trade in capital letters', () => {
    expect(
      ['exporter_erc', 'fob_value', 'hs_code', 'gross_weight_kg', 'po', 'c_no_and_date'].map(labelOf),
    ).toEqual(['Exporter ERC', 'FOB value', 'HS code', 'Gross weight', 'PO', 'C no and date']);
  });

  it('money has its currency, weights and shares have their units, and days are written as everywhere', () => {
    expect(
      textsOf({
        currency: 'EUR',
        invoice_value: 88408.32,
        insurance: 0,
        claim_bdt: 110768.18,
        rate_pct: 1.5,
        gross_weight_kg: 5322,
        quantity: 10560,
        exp_date: '2026-01-05',
        last_update: '2026-11-01 16:40',
        last_event_time: '2026-10-25T00:00',
        realised_on: null,
      }),
    ).toEqual({
      Currency: 'EUR',
      'Invoice value': '88,408.32 EUR',
      Insurance: '0.00 EUR',
      Claim: '৳110,768.18',
      Rate: '1.5%',
      'Gross weight': '5,322 kg',
      Quantity: '10,560',
      'EXP date': '5 Jan 2026',
      'Last update': '1 Nov 2026, 16:40',
      'Last event time': '25 Oct 2026, 00:00',
      'Realised on': '–',
    });
  });

  it('codes, numbers written as text and days that do not exist stay as the portal wrote them', () => {
    const values = {
      exporter_bin: '002345678-0205',
      packages: '0612',
      exp_date: '2026-06-31',
      voyage: '641W',
    };
    expect(textsOf(values)).toMatchObject({
      'Exporter BIN': '002345678-0205',
      Packages: '0612',
      Voyage: '641W',
    });
    expect(textsOf({ exp_date: '2026-99-31' })).toEqual({ 'EXP date': '2026-99-31' });
  });

  it('a value belongs to one group, and what no rule names belongs to the case', () => {
    const groups = shownValues({
      portal_status: 'Issued',
      importer_name: 'A',
      fob_value: 1,
      cartons: 2,
      vessel: 'V',
    });
    const names = Object.entries(groups).map(([group, values]) => [group, values.map(({ name }) => name)]);
    expect(Object.fromEntries(names)).toEqual({
      case: ['portal_status'],
      parties: ['importer_name'],
      money: ['fob_value'],
      goods: ['cartons'],
      transport: ['vessel'],
    });
  });

  it('a value is copied as the portal returned it, whatever it looks like on the page', () => {
    const { money, case: rest } = shownValues({ fob_value: 1234.5, issued_on: '2026-11-21', remark: null });
    expect([...money, ...rest].map(({ copied }) => copied)).toEqual(['1234.5', '2026-11-21', '']);
  });
});
