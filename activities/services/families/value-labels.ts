/** Bengali labels of the values that rows return, by the name of the output column. */
import type { ServiceDefinition } from '../contract.ts';

/** The labels of values that several services return. */
export const commonValueLabels: Readonly<Record<string, string>> = {
  application_no: 'আবেদন নম্বর',
  approved_at: 'অনুমোদনের সময়',
  booking_status: 'বুকিংয়ের অবস্থা',
  cartons: 'কার্টনের সংখ্যা',
  cbm: 'CBM',
  changes: 'পরিবর্তন',
  container_no: 'কনটেইনার নম্বর',
  destination: 'গন্তব্য',
  eta: 'ETA (পৌঁছানোর কথা)',
  etd: 'ETD (ছাড়ার কথা)',
  exp_date: 'EXP-এর তারিখ',
  exp_no: 'EXP নম্বর',
  fcr_no: 'FCR নম্বর',
  fob_value: 'FOB মূল্য',
  gross_weight: 'মোট ওজন',
  gross_weight_kg: 'মোট ওজন',
  invoice_no: 'ইনভয়েস নম্বর',
  invoice_status: 'ইনভয়েসের অবস্থা',
  net_weight_kg: 'নিট ওজন',
  permit_no: 'পারমিট নম্বর',
  port_of_shipment: 'জাহাজীকরণের বন্দর',
  portal_status: 'পোর্টালে অবস্থা',
  receipt_no: 'রসিদ নম্বর',
  shipper: 'প্রেরক',
  so_no: 'SO নম্বর',
  submitted_at: 'জমার সময়',
  total_amount: 'মোট মূল্য',
  valid_till: 'মেয়াদ শেষ',
  vessel: 'জাহাজ',
  voyage: 'ভয়েজ',
};

/** Returns the labels of all services. A column's name means the same in each of them. */
export const allValueLabels = (
  services: readonly Pick<ServiceDefinition, 'valueLabels'>[],
): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(commonValueLabels),
    ...services.flatMap(({ valueLabels = {} }) => Object.entries(valueLabels)),
  ]);
