/** The columns of an e-invoice's line (portals.md 6.1). */
import { asIssue } from '#contracts/messages/cell-issue.ts';
import type { Column } from '#services/contract.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, integer, money, oneOf } from '#services/families/fields-numbers.ts';
import { country, hsCode, incoterm, rexNumber } from '#services/families/fields-trade.ts';
import { articleNo, bookingNo, invoiceNo, orderNo, planningMarket } from '#services/families/hm-fields.ts';
import { hmEinvoiceCreateMessages } from './messages.ts';

const weight = decimal({ above: 0, decimals: 3 });
const origin = {
  schema: country.schema.refine((code) => code === 'BD', asIssue(hmEinvoiceCreateMessages.notOfBangladesh())),
  hint: hmEinvoiceCreateMessages.originHint(),
};

export const invoiceColumns = [
  { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: true, ...invoiceNo },
  { name: 'invoice_date', required: true, ...isoDate({ notAfterToday: true }) },
  { name: 'order_no', aliases: ['order', 'order number'], required: true, ...orderNo },
  { name: 'planning_market', aliases: ['market', 'pm'], required: true, ...planningMarket },
  { name: 'country', aliases: ['destination country'], required: true, ...country },
  { name: 'article_no', aliases: ['article'], required: true, ...articleNo },
  { name: 'quantity', aliases: ['qty', 'pcs'], required: true, ...integer({ min: 1 }) },
  { name: 'unit_price', aliases: ['price'], required: true, ...money({ above: 0, decimals: 4 }) },
  { name: 'currency', required: true, ...oneOf(['USD', 'EUR']) },
  { name: 'line_amount', aliases: ['amount'], required: false, ...money({ above: 0 }) },
  { name: 'booking_no', aliases: ['booking', 'booking reference'], required: true, ...bookingNo },
  { name: 'terms', aliases: ['incoterm', 'terms of delivery'], required: true, ...incoterm },
  { name: 'transport_mode', required: true, ...oneOf(['SEA', 'AIR', 'ROAD']) },
  { name: 'cartons', aliases: ['ctns'], required: true, ...integer({ min: 1 }) },
  { name: 'gross_weight_kg', aliases: ['gross weight'], required: true, ...weight },
  { name: 'net_weight_kg', aliases: ['net weight'], required: true, ...weight },
  { name: 'cbm', aliases: ['volume'], required: true, ...weight },
  { name: 'hs_code', aliases: ['hs'], required: true, ...hsCode },
  { name: 'origin', aliases: ['country of origin'], required: true, ...origin },
  { name: 'rex_no', aliases: ['rex', 'rex number'], required: false, ...rexNumber },
] as const satisfies readonly Column[];
