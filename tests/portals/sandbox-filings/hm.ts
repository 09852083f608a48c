/** Filings on the buyer's supplier portal: an invoice, and the correction of another. */
import type { SandboxFiling } from './filing.ts';
import { fieldsOf } from './visitor.ts';

const INVOICE = '2599901';

const hmBase = {
  portal: 'hm',
  signIn: async (visitor) => {
    await visitor.send('signin/password', { user: 'padma', password: 'padma1234' });
    return '';
  },
  takesTwins: false,
} satisfies Partial<SandboxFiling>;

export const hmFilings: SandboxFiling[] = [
  {
    ...hmBase,
    service: 'hm-einvoice-create',
    route: 'submit.submit',
    formRoute: 'new',
    /** A draft that has been validated. */
    prepare: async (visitor) => {
      const chosen = { order_no: '364201-58325', invoice_no: INVOICE, line: ['NL/OE 063'] };
      await visitor.send('invoices/new', chosen);
      const draft = fieldsOf(await visitor.open(`invoices/${INVOICE}`));
      await visitor.send(`invoices/${INVOICE}/validate`, {
        ...draft,
        invoice_date: '2026-06-01',
        rex_no: 'BDREX0001234',
        '0.booking_no': 'B000259881',
        '0.cartons': '39',
        '0.gross_weight_kg': '402.5',
        '0.net_weight_kg': '361.0',
        '0.cbm': '3.12',
        '0.hs_code': '61091000',
      });
      return { path: `invoices/${INVOICE}/submit`, fields: {} };
    },
    done: /Invoice submitted\. Invoice id EI-\d{8}/,
    lookUp: (visitor) => visitor.open(`invoices?invoice_no=${INVOICE}`),
    found: /<td>SUBMITTED<\/td>/,
    key: INVOICE,
  },
  {
    ...hmBase,
    service: 'hm-einvoice-correction',
    route: 'correct.submit',
    prepare: async (visitor) => {
      const path = 'invoices/2509601/correct';
      const typed = { '0.cartons': '40', reason: 'Counted again at the CFS.' };
      return { path, fields: { ...fieldsOf(await visitor.open(path)), ...typed } };
    },
    done: /Invoice resubmitted\. Version 2/,
    lookUp: (visitor) => visitor.open('invoices/2509601'),
    found: /<td>40<\/td>/,
    key: '2509601|NL/OE 063 cartons=40',
  },
];
