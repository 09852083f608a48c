/** Filings on Bangladesh Bank's Online EXP: issue, correction, duplicate reporting. */
import { prefixed, type SandboxFiling } from './filing.ts';
import { fieldsOf, type Fields } from './visitor.ts';

const expAccept = 'ords/wwv_flow.accept';
const expPage = (page: number, session: string, items: Record<string, string> = {}): string =>
  `ords/f?p=112:${page}:${session}::NO::${Object.keys(items).join(',')}:${Object.values(items).map(encodeURIComponent).join(',')}`;

const signInExp: SandboxFiling['signIn'] = async (visitor) => {
  const login = { p_flow_step_id: '101', ...prefixed('P101_', { USERNAME: 'padma', PASSWORD: 'padma1234' }) };
  const home = await visitor.send(expAccept, login);
  return /:1:(\d+)/.exec(home.address)?.[1] ?? '';
};

type Exp = { AD_CODE: string; SERIAL: string; YEAR: string };
const expOf = (SERIAL: string): Exp => ({ AD_CODE: '1084', SERIAL, YEAR: '2026' });
const searchExp =
  (exp: Exp): SandboxFiling['lookUp'] =>
  (visitor, session) =>
    visitor.open(expPage(92, session, prefixed('P92_', exp)));

/** The form of a page that is opened for one EXP, with other values typed into it. */
const expForm =
  (page: number, exp: Exp, typed: Record<string, string>): SandboxFiling['prepare'] =>
  async (visitor, session) => {
    const form = await visitor.open(expPage(page, session, prefixed(`P${page}_`, exp)));
    return {
      path: expAccept,
      fields: { ...fieldsOf(form), ...prefixed(`P${page}_`, typed), p_request: 'APPLY' },
    };
  };

const exporter = {
  AD_CODE: '1084',
  EXPORTER_ERC: '260326110123456',
  EXPORTER_BIN: '001234567-0103',
  EXPORTER_NAME: 'Padma Apparels Ltd.',
  CURRENCY: 'USD',
};

const expBase = { portal: 'bb-exp', signIn: signInExp };
export const expFilings: SandboxFiling[] = [
  {
    ...expBase,
    service: 'exp-issue',
    route: 'issue.submit',
    /** A copy of an existing EXP, for another invoice. */
    prepare: async (visitor, session) => {
      const like = await visitor.open(expPage(65, session, prefixed('P65_', expOf('004511'))));
      const items = Object.entries(fieldsOf(like)).map(([name, text]) => [
        name.replace('P65_', 'P60_'),
        text,
      ]);
      const typed = {
        ...exporter,
        INVOICE_NO: 'LATE/2026/1',
        INVOICE_DATE: '02-JUN-2026',
        CONTRACT_DATE: '19-FEB-2026',
      };
      const own = { p_flow_step_id: '60', p_request: 'CREATE', ...prefixed('P60_', typed) };
      return { path: expAccept, fields: { ...(Object.fromEntries(items) as Fields), ...own } };
    },
    done: /Action Processed\. EXP No 1084-\d{6}-2026[\s\S]*Print EXP/,
    lookUp: (visitor, session) => visitor.open(expPage(95, session, { P95_INVOICE_NO: 'LATE/2026/1' })),
    found: /<td>1084-\d{6}-2026<\/td>/,
    key: '260326110123456|LATE/2026/1|2026-06-02',
    takesTwins: true,
  },
  {
    ...expBase,
    service: 'exp-correction',
    route: 'correction.submit',
    earlierRequests: () => 1,
    prepare: expForm(65, expOf('004511'), {
      DESTINATION_PORT: 'USLAX',
      REASON: 'The buyer changed the port.',
    }),
    done: /Action Processed\. Revision No 1/,
    lookUp: searchExp(expOf('004511')),
    found: /USLAX/,
    key: '1084-004511-2026|DESTINATION_PORT=USLAX',
    takesTwins: false,
  },
  {
    ...expBase,
    service: 'exp-duplicate-reporting',
    route: 'duplicate.submit',
    earlierRequests: () => 1,
    prepare: expForm(70, expOf('004502'), {
      BILL_OF_EXPORT_OFFICE: '301',
      BILL_OF_EXPORT_NO: 'C804502',
      BILL_OF_EXPORT_DATE: '11-JAN-2026',
      TRANSPORT_DOC_TYPE: 'FCR',
      TRANSPORT_DOC_NO: 'DHK1204477',
      SHIPMENT_DATE: '12-JAN-2026',
      CARRIER_NAME: 'MAERSK XIAMEN / 641W',
      SHIPPED_QUANTITY: '10800',
      SHIPPED_VALUE: '61236.00',
    }),
    done: /Action Processed\. Report Ref DUP-1084004502/,
    lookUp: searchExp(expOf('004502')),
    found: /DHK1204477/,
    key: '1084-004502-2026',
    takesTwins: false,
  },
];
