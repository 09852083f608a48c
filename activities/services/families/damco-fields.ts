/** Formats of the forwarder's numbers and codes, and its defaults, collected in one place. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { say } from '#contracts/say.ts';
import { latinDigits, oneOf, pattern, type Field } from './fields-numbers.ts';

export const damcoRules = {
  office: 'Chattogram',
  marks: 'As per packing list',
  description: 'Ready-made garments',
  /** Ranges outside of which a figure is allowed but causes a warning. */
  cbmPerCarton: { min: 0.005, max: 0.5 },
  kgPerPiece: { min: 0.02, max: 5 },
};

export const shippingOrder = pattern(/^\d{6,12}$/, {
  problem: say('This is not a shipping order number.'),
  hint: say('The 6 to 12 digits of the shipping order, such as 43680233.'),
});

export const purchaseOrder = pattern(/^[A-Z0-9/]{4,20}$/, {
  upper: true,
  problem: say('This is not a purchase order number.'),
  hint: say('The purchase order number of 4 to 20 letters and digits, such as 4500781223.'),
});

/** The line may follow the order number, as in 4500781223-10. */
export const purchaseOrderWithLine = pattern(/^[A-Z0-9/]{4,20}(-\d{1,5})?$/, {
  upper: true,
  problem: say('This is not a purchase order number.'),
  hint: say(
    'The purchase order number, with or without the line behind it, such as 4500781223 or 4500781223-10.',
  ),
});

export const orderLine: Field = {
  schema: z
    .string()
    .overwrite((cell) =>
      latinDigits(cell)
        .trim()
        .replace(/^(\d+)\.0+$/, '$1'),
    )
    .regex(/^\d{1,5}$/, asIssue(say('This is not the number of a line.'))),
  hint: say('The number of the line, such as 10. Empty means all lines of the order.'),
};

export const htsCode: Field = {
  schema: z
    .string()
    .overwrite((cell) => latinDigits(cell).replace(/[.\s]/g, ''))
    .regex(/^\d{6,10}$/, asIssue(say('The HTS code does not have 6 to 10 digits.'))),
  hint: say('The 6 to 10 digits of the tariff, such as 61091000 or 6109.10.00.'),
};

export const cartonType: Field = {
  schema: z
    .string()
    .overwrite((cell) => latinDigits(cell).replace(/\s/g, '').replace(/[×*]/g, 'x').toLowerCase())
    .regex(/^\d{2,3}x\d{2,3}x\d{2,3}$/, asIssue(say('This is not a carton size.'))),
  hint: say("Length, width and height as the portal's list has them, such as 24x16x12."),
};

export const clientCode = pattern(/^[A-Z0-9]{3,20}$/, {
  upper: true,
  problem: say('This is not the code of a client.'),
  hint: say("The consignee's code in the list of the portal, such as NORDICSE."),
});

export const documentType = oneOf([
  'Commercial Invoice',
  'Packing List',
  'House Bill of Lading',
  'Bill of Lading',
  'Forwarders Cargo Receipt',
  'Container Load Result',
]);
