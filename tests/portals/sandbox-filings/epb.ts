/** The filing on the export tracker: a statement on origin with its two documents. */
import { pdf, type SandboxFiling } from './filing.ts';
import { fieldsOf } from './visitor.ts';

const soo = {
  importerId: '1842',
  countryId: '205',
  blNo: 'DHK1299901',
  invoiceNo: '2599901',
  value: '7046.94',
  currency: 'USD',
  invoiceDate: '06/06/2026',
  blDate: '09/06/2026',
  hsCode: '61091000',
  quantity: '1542',
  unit: 'PCS',
  originCriterion: 'W 6109',
};

export const epbFilings: SandboxFiling[] = [
  {
    service: 'rex-soo-submission',
    portal: 'epb',
    route: 'create.submit',
    signIn: async (visitor) => {
      const form = fieldsOf(await visitor.open('login'));
      await visitor.send('login', { ...form, username: 'padma', password: 'padma1234' });
      return '';
    },
    prepare: async (visitor) => {
      const form = fieldsOf(await visitor.open('rex/soo/create'));
      const files = { invoicePdf: pdf('invoice.pdf'), blPdf: pdf('bl.pdf') };
      return { path: 'rex/soo/create', fields: { ...form, ...soo, ...files } };
    },
    done: /SOO recorded\. Record No SOO-\d{6}/,
    lookUp: (visitor) => visitor.open(`rex/soo?invoice=${soo.invoiceNo}`),
    found: /<td>DHK1299901<\/td>/,
    key: 'padma|2599901|DHK1299901',
    sampleKeys: ['padma|2509675|DHK1204477', 'padma|2509676|DHK1204478', 'padma|2509677|MAEU261904512'],
    takesTwins: false,
  },
];
