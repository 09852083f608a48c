/** The columns of an application for an import permit (portals.md 6.9). */
import type { Column } from '#services/contract.ts';
import { rotation, transportDocument } from '#services/families/fields-containers.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { integer, money, oneOf, text } from '#services/families/fields-numbers.ts';
import { country, expNumber } from '#services/families/fields-trade.ts';
import { portOfEntry } from '#services/families/bepza-fields.ts';
import {
  contractColumns,
  enterpriseColumns,
  goodsColumns,
  grossWeightColumn,
  invoiceColumns,
  moneyColumns,
} from '#services/families/bepza-issue-rules.ts';

export const ipColumns = [
  ...enterpriseColumns,
  {
    name: 'ip_type',
    aliases: ['permit type'],
    required: true,
    ...oneOf(['FOREIGN', 'DTA', 'INTER_EPZ', 'HAND_CARRY', 'COURIER', 'SAMPLE', 'MACHINERY']),
  },
  {
    name: 'material_class',
    aliases: ['class'],
    required: true,
    ...oneOf(['RAW_MATERIAL', 'ACCESSORIES', 'MACHINERY', 'SPARES', 'CONSTRUCTION', 'CHEMICAL']),
  },
  ...invoiceColumns,
  { name: 'supplier_name', aliases: ['supplier'], required: true, ...text(3, 120, 'Huaxin Textile Co.') },
  { name: 'origin_country', aliases: ['country of origin', 'origin'], required: true, ...country },
  ...contractColumns,
  {
    name: 'transport_doc_type',
    required: true,
    ...oneOf(['BL', 'AWB', 'COURIER', 'TRUCK_CHALLAN'], { 'B/L': 'BL' }),
  },
  { name: 'transport_doc_no', aliases: ['bl no', 'awb no'], required: true, ...transportDocument },
  { name: 'transport_doc_date', aliases: ['bl date', 'awb date'], required: true, ...isoDate() },
  { name: 'port_of_entry', aliases: ['port'], required: true, ...portOfEntry },
  { name: 'rotation_no', aliases: ['rotation'], required: false, ...rotation },
  { name: 'line_no', aliases: ['line'], required: false, ...text(1, 10, '214') },
  { name: 'exp_no', aliases: ['exp', 'exp number'], required: false, ...expNumber },
  ...moneyColumns,
  { name: 'freight', required: false, ...money({ min: 0 }) },
  ...goodsColumns,
  grossWeightColumn,
  { name: 'packages', aliases: ['pkgs'], required: true, ...integer({ min: 1 }) },
] as const satisfies readonly Column[];
