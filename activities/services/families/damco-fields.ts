/** Formats of the forwarder's numbers and codes, and its defaults, collected in one place. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { digitsText, keyboardText, oneOf, pattern, type Field } from './fields-numbers.ts';
import { damcoMessages } from './damco-messages.ts';

export const damcoRules = {
  office: 'Chattogram',
  marks: 'As per packing list',
  description: 'Ready-made garments',
  /** Ranges outside of which a figure is allowed but causes a warning. */
  cbmPerCarton: { min: 0.005, max: 0.5 },
  kgPerPiece: { min: 0.02, max: 5 },
};

export const shippingOrder = pattern(/^\d{6,12}$/, {
  problem: damcoMessages.notShippingOrder(),
  hint: damcoMessages.shippingOrderHint(),
});

export const purchaseOrder = pattern(/^[A-Z0-9/]{4,20}$/, {
  upper: true,
  problem: damcoMessages.notPurchaseOrder(),
  hint: damcoMessages.purchaseOrderHint(),
});

/** The line may follow the order number, as in 4500781223-10. */
export const purchaseOrderWithLine = pattern(/^[A-Z0-9/]{4,20}(-\d{1,5})?$/, {
  upper: true,
  problem: damcoMessages.notPurchaseOrder(),
  hint: damcoMessages.purchaseOrderLineHint(),
});

export const orderLine: Field = {
  schema: z
    .string()
    .overwrite(digitsText)
    .regex(/^\d{1,5}$/, asIssue(damcoMessages.notLine())),
  hint: damcoMessages.lineHint(),
};

export const htsCode: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).replace(/[.\s]/g, ''))
    .regex(/^\d{6,10}$/, asIssue(damcoMessages.notHtsCode())),
  hint: damcoMessages.htsCodeHint(),
};

export const cartonType: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).replace(/\s/g, '').replace(/[×*]/g, 'x').toLowerCase())
    .regex(/^\d{2,3}x\d{2,3}x\d{2,3}$/, asIssue(damcoMessages.notCartonSize())),
  hint: damcoMessages.cartonSizeHint(),
};

export const clientCode = pattern(/^[A-Z0-9]{3,20}$/, {
  upper: true,
  problem: damcoMessages.notClient(),
  hint: damcoMessages.clientHint(),
});

export const documentType = oneOf([
  'Commercial Invoice',
  'Packing List',
  'House Bill of Lading',
  'Bill of Lading',
  'Forwarders Cargo Receipt',
  'Container Load Result',
]);
