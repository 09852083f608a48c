/** The filing on the bank's incentive desk: a claim. */
import type { SandboxFiling } from './filing.ts';

/** 22/11/2026 */
const today = (): string => new Date().toISOString().slice(0, 10).split('-').toReversed().join('/');

const claim = {
  step: 'submit',
  scheme: 'LT',
  invoiceNo: 'LATE/2026/1',
  invoiceDate: '10/02/2026',
  expNo: '1084-000699-2026',
  expDate: '11/02/2026',
  billNo: 'C101874',
  billDate: '14/02/2026',
  officeCode: '301',
  blNo: 'DHK1190233',
  blDate: '18/02/2026',
  contractNo: 'NW-SC-2025-402',
  contractDate: '24/11/2025',
  destination: 'SE',
  hsCode: '61091000',
  currency: 'USD',
  invoiceValue: '61200.00',
  freight: '0',
  insurance: '0',
  commission: '918.00',
  realisedValue: '61200.00',
  prcNo: 'PRC/DBBL/26/9182',
  bgmeaCertNo: 'BGMEA/CI/26/8831',
  exchangeRate: '122.50',
  bankBranch: 'Dhaka Main',
  accountNo: '1051100123456',
};

export const bankFilings: SandboxFiling[] = [
  {
    service: 'cash-incentive-application',
    portal: 'bank-ci',
    route: 'submit.submit',
    formRoute: 'new',
    signIn: async (visitor) => {
      await visitor.send('login', { username: 'padma', password: 'padma1234' });
      return '';
    },
    prepare: () =>
      Promise.resolve({
        path: 'claims/new',
        fields: { ...claim, realisationDate: today(), prcDate: today() },
      }),
    done: /The claim is submitted\. Claim No CI-\d{6}/,
    lookUp: (visitor) => visitor.open(`claims?exp=${claim.expNo}`),
    found: /<td>1084-000699-2026<\/td>/,
    key: 'padma|LT|1084-000699-2026',
    sampleKeys: [
      'padma|LT|1084-000613-2026',
      'padma|SM|1084-000614-2026',
      'padma|EZ|1084-000615-2026',
      'padma|SP|1084-000616-2026',
    ],
    takesTwins: true,
  },
];
