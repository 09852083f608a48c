/** Fields of an e-invoice: their columns in our sheets and the portal's labels for them. */

/** A choice is made from a list; all else is typed. */
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
