/** The fields of an e-invoice: columns of the sheets and labels on the portal. */

/** An item with `isChoice` is selected from a list; the others are typed. */
export type InvoiceItem = { column: string; label: string; isChoice?: true };

export const headerItems: readonly InvoiceItem[] = [
  { column: 'invoice_date', label: 'Invoice Date' },
  { column: 'currency', label: 'Currency', isChoice: true },
  { column: 'rex_no', label: 'REX No' },
];

export const lineItems: readonly InvoiceItem[] = [
  { column: 'country', label: 'Country' },
  { column: 'quantity', label: 'Quantity' },
  { column: 'unit_price', label: 'Unit Price' },
  { column: 'booking_no', label: 'Booking No' },
  { column: 'terms', label: 'Terms', isChoice: true },
  { column: 'transport_mode', label: 'Transport Mode', isChoice: true },
  { column: 'cartons', label: 'Cartons' },
  { column: 'gross_weight_kg', label: 'Gross Weight (kg)' },
  { column: 'net_weight_kg', label: 'Net Weight (kg)' },
  { column: 'cbm', label: 'CBM' },
  { column: 'hs_code', label: 'HS Code' },
  { column: 'origin', label: 'Origin' },
];
