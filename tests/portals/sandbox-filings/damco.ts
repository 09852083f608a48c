/** Filings on the forwarder's portal: a booking, a request for a cargo receipt, an upload. */
import { pdf, type SandboxFiling } from './filing.ts';
import { fieldsOf } from './visitor.ts';

const shipper = 'ShipperPortalWeb';
const documents = 'DocumentManagement';

const damcoBase = {
  portal: 'damco',
  signIn: async (visitor) => {
    const control = 'ctl00_ContentPlaceHolder1_';
    const login = { [`${control}UsernameTextBox`]: 'padma', [`${control}PasswordTextBox`]: 'padma1234' };
    const passing = await visitor.send('adfs/ls', login);
    await visitor.send('signin', fieldsOf(passing));
    return '';
  },
  takesTwins: true,
} satisfies Partial<SandboxFiling>;

const booking = {
  mode: 'SUBMITTED',
  estmDlvrDtId: '2031-03-10',
  originOfficeId: 'Chattogram',
  loadPortId: 'BDCGP',
  dischargePortId: 'GBFXT',
  destCountryId: 'GB',
  bookedQtyId1: '24480',
  unitId1: 'PCS',
  bookedPackagesId1: '612',
  packageUnitId1: 'CARTONS',
  bookedWeightId1: '5230.00',
  bookedMeasurementId1: '46.213',
};

const receipt = {
  so: '43680233',
  invoiceNo: 'LATE/2026/1',
  invoiceDate: '2026-11-02',
  expNo: '1084-004512-2026',
  expDate: '2026-11-03',
  contractNo: 'NW-SC-2026-118',
  shipper: 'Padma Apparels Ltd.',
  consignee: 'Nordic Wear AB',
  notify: 'Same as consignee',
  cartons: '612',
  pieces: '24480',
  weight: '5230.00',
  measurement: '46.213',
  freight: 'COLLECT',
  originals: '3',
};

export const damcoFilings: SandboxFiling[] = [
  {
    ...damcoBase,
    service: 'damco-booking',
    route: 'save.submit',
    formRoute: 'book',
    prepare: async (visitor) => {
      const form = await visitor.send(`${shipper}/BookAction.action`, {
        orderNo: '4500781223',
        line: ['10'],
      });
      return { path: `${shipper}/SaveAction.action`, fields: { ...fieldsOf(form), ...booking } };
    },
    done: /44\d{6} saved successfully/,
    lookUp: (visitor) =>
      visitor.open(`${shipper}/SearchSOAction.action?searchSO_SO_No=&searchSO_PO_No=4500781223`),
    found: /<td>SUBMITTED<\/td>/,
    key: '4500781223|10',
  },
  {
    ...damcoBase,
    service: 'damco-fcr-submission',
    route: 'fcr-new.submit',
    prepare: () => Promise.resolve({ path: `${shipper}/CreateFcrAction.action`, fields: receipt }),
    done: /FCR FCR-9\d{6} submitted successfully/,
    lookUp: (visitor) => visitor.open(`${shipper}/FcrAction.action?fcr_SO_No=43680233`),
    found: /<td>LATE\/2026\/1<\/td>/,
    key: '43680233|LATE/2026/1',
  },
  {
    ...damcoBase,
    service: 'damco-edoc-upload',
    route: 'confirm.submit',
    formRoute: 'upload',
    /** The first window receives the file, and the second one files it. */
    prepare: async (visitor) => {
      const chosen = { so: '43680233', documentType1: 'Packing List', file1: pdf('43680233_PKL.pdf') };
      const confirmation = await visitor.send(`${documents}/stage`, chosen);
      return { path: `${documents}/confirm`, fields: fieldsOf(confirmation) };
    },
    done: /window\.close\(\)/,
    lookUp: (visitor) =>
      visitor.open(`${documents}/search?searchForm_objectValue1=43680233&selectedClientId=NORDICSE`),
    found: /<td>43680233_PKL\.pdf<\/td>/,
    key: '43680233|Packing List|43680233_PKL.pdf|16',
  },
];
