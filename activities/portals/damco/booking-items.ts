/** The fields of a booking: column of the sheet, label on the portal, and where it is typed. */

export type HeaderItem = { column: string; label: string; id: string; isChoice?: true };

export const headerItems: readonly HeaderItem[] = [
  { column: 'cargo_ready_date', label: 'Estimated Delivery', id: '#estmDlvrDtId' },
  { column: 'origin_office', label: 'Origin Office', id: '#originOfficeId', isChoice: true },
  { column: 'port_of_loading', label: 'Port of Loading', id: '#loadPortId' },
  { column: 'port_of_discharge', label: 'Port of Discharge', id: '#dischargePortId' },
  { column: 'destination_country', label: 'Destination Country', id: '#destCountryId' },
  { column: 'lc_no', label: 'LC No', id: '#lcNoId' },
  { column: 'invoice_no', label: 'Invoice No', id: '#invoiceNoId' },
];

/** Fields of each line; the line's position in the table, from 1, is appended to the id. */
export type LineItem = {
  column: string;
  label: string;
  id: string;
  isChoice?: true;
  /** Number of decimals to which a total is split among the lines of a booking. */
  splitDecimals?: number;
};

export const lineItems: readonly LineItem[] = [
  { column: 'order_qty', label: 'Quantity', id: '#bookedQtyId', splitDecimals: 0 },
  { column: 'carton_qty', label: 'Packages', id: '#bookedPackagesId', splitDecimals: 0 },
  { column: 'gross_weight_kg', label: 'Weight', id: '#bookedWeightId', splitDecimals: 2 },
  { column: 'cbm', label: 'Measurement', id: '#bookedMeasurementId', splitDecimals: 3 },
  { column: 'marks', label: 'Marks', id: '#marksId' },
  { column: 'description', label: 'Description', id: '#descriptionId' },
  { column: 'hts_code', label: 'HTS', id: '#htsId' },
  { column: 'carton_type', label: 'Carton Type', id: '#cartonTypeId', isChoice: true },
];
