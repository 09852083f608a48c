/** Fields of an invoice's forms: names, labels and choices. */

export type Field = {
  name: string;
  label: string;
  choices?: readonly string[];
  isNumber?: true;
  /** May be corrected after the invoice was submitted. */
  isCorrectable?: true;
};

export const lineFields: readonly Field[] = [
  { name: 'country', label: 'Country' },
  { name: 'quantity', label: 'Quantity', isNumber: true, isCorrectable: true },
  { name: 'unit_price', label: 'Unit Price', isNumber: true, isCorrectable: true },
  { name: 'booking_no', label: 'Booking No', isCorrectable: true },
  {
    name: 'terms',
    label: 'Terms',
    choices: ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'],
  },
  { name: 'transport_mode', label: 'Transport Mode', choices: ['SEA', 'AIR', 'ROAD'] },
  { name: 'cartons', label: 'Cartons', isNumber: true, isCorrectable: true },
  { name: 'gross_weight_kg', label: 'Gross Weight (kg)', isNumber: true, isCorrectable: true },
  { name: 'net_weight_kg', label: 'Net Weight (kg)', isNumber: true, isCorrectable: true },
  { name: 'cbm', label: 'CBM', isNumber: true },
  { name: 'hs_code', label: 'HS Code', isCorrectable: true },
  { name: 'origin', label: 'Origin' },
];
