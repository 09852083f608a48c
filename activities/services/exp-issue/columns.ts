/** The columns of an EXP form (portals.md 3.1). */
import type { Column } from '#services/contract.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, integer, money, oneOf, text } from '#services/families/fields-numbers.ts';
import {
  bangladeshLocode,
  bin,
  contractType,
  currency,
  foreignCountry,
  hsCode,
  incoterm,
  locode,
  transportMode,
  unit,
} from '#services/families/fields-trade.ts';
import { adCode } from '#services/families/fields.ts';

const amount = money({ min: 0 });

/** Accepts any number; one that matches neither format of an ERC causes a warning. */
const erc = text(5, 30, '260326110123456');
/** Returns whether the number has one of the known forms of an export registration certificate (ERC). */
export const isUsualErc = (number: string): boolean => /^(\d{13,16}|[RB]A-?\d{4,7})$/i.test(number);

export const issueColumns = [
  { name: 'ad_code', aliases: ['ad', 'exp ad code', 'ad branch code'], required: true, ...adCode },
  { name: 'exporter_erc', aliases: ['erc', 'erc no'], required: true, ...erc },
  { name: 'exporter_bin', aliases: ['bin', 'bin no'], required: true, ...bin },
  { name: 'exporter_name', required: true, ...text(3, 120, 'Padma Apparels Ltd.') },
  { name: 'sector', required: true, ...oneOf(['Private', 'Public', 'EPZ']) },
  { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: true, ...text(1, 30) },
  { name: 'invoice_date', required: true, ...isoDate({ notAfterToday: true }) },
  { name: 'contract_type', required: true, ...contractType },
  { name: 'contract_no', aliases: ['contract', 'lc no'], required: true, ...text(3, 35, 'NW-SC-2026-118') },
  { name: 'contract_date', aliases: ['lc date'], required: true, ...isoDate() },
  {
    name: 'importer_name',
    aliases: ['importer', 'buyer'],
    required: true,
    ...text(3, 120, 'Nordic Wear AB'),
  },
  { name: 'importer_address', required: true, ...text(5, 250, 'Box 1410, 111 84 Stockholm') },
  { name: 'destination_country', aliases: ['country'], required: true, ...foreignCountry },
  { name: 'destination_port', required: true, ...locode },
  { name: 'port_of_shipment', aliases: ['port of loading'], required: true, ...bangladeshLocode },
  { name: 'transport_mode', aliases: ['mode of transport'], required: true, ...transportMode },
  { name: 'hs_code', aliases: ['hs'], required: true, ...hsCode },
  { name: 'commodity', aliases: ['goods'], required: true, ...text(3, 200, "Men's cotton T-shirt") },
  { name: 'quantity', aliases: ['qty'], required: true, ...decimal({ above: 0 }) },
  { name: 'unit', required: true, ...unit },
  { name: 'currency', required: true, ...currency },
  { name: 'incoterm', aliases: ['incoterms'], required: true, ...incoterm },
  { name: 'invoice_value', aliases: ['invoice amount'], required: true, ...money({ above: 0 }) },
  { name: 'freight', required: false, ...amount },
  { name: 'insurance', required: false, ...amount },
  { name: 'commission', required: false, ...amount },
  { name: 'fob_value', aliases: ['fob'], required: false, ...money({ above: 0 }) },
  {
    name: 'gross_weight_kg',
    aliases: ['gross weight'],
    required: false,
    ...decimal({ above: 0, decimals: 3 }),
  },
  { name: 'net_weight_kg', aliases: ['net weight'], required: false, ...decimal({ above: 0, decimals: 3 }) },
  { name: 'cartons', aliases: ['ctns'], required: false, ...integer({ min: 1 }) },
] as const satisfies readonly Column[];
