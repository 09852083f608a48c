/** Filings on BEPZA's permit system: applications and their submission. */
import { prefixed, type SandboxFiling } from './filing.ts';
import { fieldsOf } from './visitor.ts';

const control = (name: string): string => `ctl00$MainContent$${name}`;
const texts = (fields: Record<string, string>): Record<string, string> => prefixed(control('txt'), fields);
const choices = (fields: Record<string, string>): Record<string, string> => prefixed(control('ddl'), fields);

const signInBepza: SandboxFiling['signIn'] = async (visitor) => {
  const form = fieldsOf(await visitor.open('Account/Login'));
  const login = { ...choices({ Zone: 'DEPZ' }), ...texts({ LoginId: 'padma', Password: 'padma1234' }) };
  await visitor.send('Account/Login', { ...form, ...login });
  return '';
};

const searchPermits =
  (search: Record<string, string>): SandboxFiling['lookUp'] =>
  async (visitor) =>
    visitor.send('Applications', { ...fieldsOf(await visitor.open('Applications')), ...texts(search) });

const goods = {
  ...texts({
    ItemNo: '1',
    HsCode: '62034290',
    Description: 'Trousers',
    Quantity: '6000',
    NetWeight: '2700',
    ItemFob: '48200.00',
  }),
  ...choices({ Unit: 'PCS' }),
};
const permitHeader = {
  ...texts({
    EnterpriseCode: 'DEPZ-0142',
    InvoiceNo: 'LATE/26/1',
    InvoiceDate: '02/06/2026',
    ContractNo: '0712-26-0455',
    ContractDate: '10/02/2026',
    InvoiceValue: '48200.00',
    GrossWeight: '2980',
  }),
  ...choices({ PermitType: 'FOREIGN', ContractType: 'LC', Currency: 'USD' }),
};
const exportHeader = {
  ...permitHeader,
  ...texts({
    ExpNo: '1084-004599-2026',
    ExpDate: '02/06/2026',
    BuyerName: 'Nordic Wear AB',
    DestinationCountry: 'SE',
    PortOfShipment: 'BDCGP',
    FobValue: '48200.00',
    Cartons: '200',
  }),
  ...choices({ TransportMode: 'SEA', Incoterm: 'FOB' }),
};
const importHeader = {
  ...permitHeader,
  ...texts({
    SupplierName: 'Huaxin Textile Co.',
    OriginCountry: 'CN',
    TransportDocNo: 'COSU6398214470',
    TransportDocDate: '28/05/2026',
    PortOfEntry: 'BDCGP',
    Freight: '0',
    Packages: '74',
  }),
  ...choices({ MaterialClass: 'RAW_MATERIAL', TransportDocType: 'BL' }),
};

/** The goods are entered in the grid first; that sends the form back without filing anything. */
const newPermit =
  (path: string, header: Record<string, string>): SandboxFiling['prepare'] =>
  async (visitor) => {
    const blank = fieldsOf(await visitor.open(path));
    const withGoods = { ...blank, ...header, ...goods, __EVENTTARGET: control('lnkAddItem') };
    return { path, fields: fieldsOf(await visitor.send(path, withGoods)) };
  };

const submission = (kind: 'EP' | 'IP', number: string): SandboxFiling => ({
  portal: 'bepza',
  signIn: signInBepza,
  service: kind === 'EP' ? 'bepza-ep-submission' : 'bepza-ip-submit',
  route: 'submit.submit',
  prepare: async (visitor) => {
    const path = `Applications/${number}/Submit`;
    return { path, fields: { ...fieldsOf(await visitor.open(path)), [control('chkUndertaking')]: 'on' } };
  },
  done: /Application submitted\. Receipt No MR-\d{6}/,
  lookUp: searchPermits({ ApplicationNo: number }),
  found: /<td>SUBMITTED<\/td>/,
  key: number,
  takesTwins: false,
});

const newApplication = {
  portal: 'bepza',
  signIn: signInBepza,
  route: 'new.submit',
  earlierRequests: (rowCount: number) => rowCount,
  done: /Application saved\. Application No [EI]P-DEPZ-2026-\d{6}/,
  lookUp: searchPermits({ InvoiceNo: 'LATE/26/1' }),
  found: /<td>DRAFT<\/td>/,
  takesTwins: true,
};

export const bepzaFilings: SandboxFiling[] = [
  {
    ...newApplication,
    service: 'bepza-ep-issue',
    prepare: newPermit('Export/New', exportHeader),
    key: 'DEPZ-0142|LATE/26/1',
  },
  {
    ...newApplication,
    service: 'bepza-ip-issue',
    prepare: newPermit('Import/New', importHeader),
    key: 'DEPZ-0142|LATE/26/1|COSU6398214470',
  },
  submission('EP', 'EP-DEPZ-2026-018836'),
  submission('IP', 'IP-DEPZ-2026-040129'),
];
