/** The permit system's refusals, in its own words. */
import { headerFields, isRequired, itemFields, requiredDocuments, zones } from './fields.ts';
import type { Application } from './seed.ts';

const MIB = 1024 * 1024;
const PDF_MIB_MAX = 2;
const QUOTA_KG = 50_000;
const adCodes = ['1084', '2071'];
const optional = new Set(['EXP No', 'EXP Date', 'Rotation No', 'Line No']);

type Draft = Pick<Application, 'kind' | 'zone' | 'header' | 'items'>;

const enterprises: Record<string, string> = {
  '0142': '',
  '0143': '',
  '0150': 'is inactive.',
  '0151': 'has unpaid dues.',
  '0152': '',
};
const withoutDeposit = /-0152$/;

const sum = (items: Draft['items'], key: string): number =>
  items.reduce((total, item) => total + Math.round(Number(item[key]) * 1000), 0) / 1000;

export function refusalOfDraft(draft: Draft): string | null {
  const { kind, zone, header, items } = draft;
  const missing = headerFields[kind].find(({ key, label }) => !header[key] && !optional.has(label));
  if (missing) return `${missing.label} is required.`;
  if (items.length === 0) return 'Add at least one item.';
  return (
    enterpriseRefusal(zone, header['EnterpriseCode'] ?? '') ??
    formatRefusal(draft) ??
    goodsRefusal(draft) ??
    (kind === 'export' ? expRefusal(header) : importRefusal(draft))
  );
}

function enterpriseRefusal(zone: string, code: string): string | null {
  const trouble = enterprises[code.slice(-4)];
  if (!zones.includes(zone) || code.slice(0, -5) !== zone || trouble === undefined)
    return `Enterprise ${code} is not registered in zone ${zone}.`;
  return trouble ? `Enterprise ${code} ${trouble}` : null;
}

function formatRefusal({ kind, header }: Draft): string | null {
  for (const field of headerFields[kind]) {
    const value = header[field.key] ?? '';
    if (field.kind === 'date' && value && !/^\d\d\/\d\d\/\d{4}$/.test(value))
      return `${field.label} is written as DD/MM/YYYY.`;
    if (field.kind === 'number' && !/^\d+(\.\d+)?$/.test(value)) return `${field.label} is not a number.`;
  }
  return null;
}

/** Checks one line of the grid. */
export function refusalOfItem(item: Record<string, string>): string | null {
  for (const { key, label, kind } of itemFields) {
    const value = item[key] ?? '';
    if (value === '') return `${label} is required.`;
    if (kind === 'number' && !/^\d+(\.\d+)?$/.test(value)) return `${label} is not a number.`;
  }
  return /^\d{8}$/.test(item['HsCode'] ?? '') ? null : 'HS Code must have 8 digits.';
}

function goodsRefusal({ kind, header, items }: Draft): string | null {
  const [total, label] =
    kind === 'export' ? [header['FobValue'], 'FOB Value'] : [header['InvoiceValue'], 'Invoice Value'];
  if (Math.abs(sum(items, 'ItemFob') - Number(total)) > 0.011)
    return `The items do not add up to the ${label}.`;
  if (sum(items, 'NetWeight') > Number(header['GrossWeight']))
    return 'Gross Weight is less than the net weight of the items.';
  const foreign = items.find(({ HsCode = '' }) => HsCode.startsWith('24'));
  return foreign ? `HS Code ${foreign['HsCode']} is not in the approved product list.` : null;
}

function expRefusal({ PermitType, ExpNo = '' }: Draft['header']): string | null {
  if (PermitType !== 'FOREIGN') return null;
  return adCodes.includes(ExpNo.split('-')[0] ?? '') ? null : `EXP ${ExpNo} is not valid.`;
}

function importRefusal({ header, items }: Draft): string | null {
  const prohibited = items.find(({ HsCode = '' }) => HsCode.startsWith('93'));
  if (prohibited) return `HS Code ${prohibited['HsCode']} is a prohibited item.`;
  if (
    header['MaterialClass'] === 'MACHINERY' &&
    items.some(({ Description = '' }) => /\bused\b/i.test(Description))
  )
    return 'Used machinery needs prior approval.';
  if (sum(items, 'NetWeight') > QUOTA_KG)
    return 'The entitlement (bond quota) of the enterprise is exceeded.';
  return null;
}

function missingDocuments({ kind, header, papers: given }: Application): string[] {
  return requiredDocuments[kind].filter(
    (paper) => isRequired(kind, header['PermitType'] ?? '', paper) && !given[paper],
  );
}

export function refusalOfSubmission(application: Application, hasUndertaking: boolean): string | null {
  const { no, status, header, isPastDate } = application;
  if (status !== 'DRAFT') return `Application ${no} is already submitted.`;
  const [missing] = missingDocuments(application);
  if (missing) return `${missing} is missing.`;
  if (!hasUndertaking) return 'The undertaking must be accepted.';
  if (isPastDate) return 'The application is past its date.';
  if (withoutDeposit.test(header['EnterpriseCode'] ?? '')) return 'Insufficient deposit balance.';
  return null;
}

export async function refusalOfFile(file: File | null): Promise<string | null> {
  if (!file || file.size === 0) return 'Choose a file.';
  if (file.size > PDF_MIB_MAX * MIB) return `The file is larger than ${PDF_MIB_MAX} MB.`;
  return (await file.slice(0, 5).text()) === '%PDF-' ? null : 'The file is not a PDF file.';
}
