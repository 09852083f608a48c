/** The columns of an application for an export permit (portals.md 6.6). */
import type { Column } from '#services/contract.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { integer, money, oneOf, text } from '#services/families/fields-numbers.ts';
import {
  bangladeshLocode,
  country,
  expNumber,
  incoterm,
  transportMode,
} from '#services/families/fields-trade.ts';
import {
  contractColumns,
  enterpriseColumns,
  goodsColumns,
  grossWeightColumn,
  invoiceColumns,
  moneyColumns,
} from '#services/families/bepza-issue-rules.ts';

export const epColumns = [
  ...enterpriseColumns,
  {
    name: 'ep_type',
    aliases: ['permit type'],
    required: true,
    ...oneOf(['FOREIGN', 'DTA', 'INTER_EPZ', 'SUBCONTRACT', 'SAMPLE']),
  },
  ...invoiceColumns,
  { name: 'exp_no', aliases: ['exp', 'exp number'], required: false, ...expNumber },
  { name: 'exp_date', required: false, ...isoDate({ notAfterToday: true }) },
  ...contractColumns,
  { name: 'buyer_name', aliases: ['buyer', 'importer'], required: true, ...text(3, 120, 'Nordic Wear AB') },
  { name: 'destination_country', aliases: ['country'], required: true, ...country },
  { name: 'port_of_shipment', aliases: ['port of loading'], required: true, ...bangladeshLocode },
  { name: 'transport_mode', aliases: ['mode of transport'], required: true, ...transportMode },
  { name: 'incoterm', aliases: ['incoterms', 'terms'], required: true, ...incoterm },
  ...moneyColumns,
  { name: 'fob_value', aliases: ['fob'], required: true, ...money({ above: 0 }) },
  ...goodsColumns,
  grossWeightColumn,
  { name: 'cartons', aliases: ['ctns'], required: true, ...integer({ min: 1 }) },
] as const satisfies readonly Column[];
