/**
 * Portals that take a login, and what is known of a saved one: plain values, which the client loads without schemas.
 */

export const credentialPortals = [
  'bangladesh_bank_exp',
  'epb_export_tracker',
  'damco_shipper',
  'hm_supplier',
  'bepza_permit',
  'myshipment',
  'bank_cash_incentive',
  'mailbox',
] as const;
export type CredentialPortal = (typeof credentialPortals)[number];

export const credentialPortalLabels: Record<CredentialPortal, string> = {
  bangladesh_bank_exp: 'Bangladesh Bank EXP Portal',
  epb_export_tracker: 'EPB Export Tracker Portal',
  damco_shipper: 'myDamco Shipper Portal',
  hm_supplier: 'H&M Supplier Portal',
  bepza_permit: 'BEPZA Permit Portal',
  myshipment: 'MyShipment Portal',
  bank_cash_incentive: 'Bank Cash Incentive Desk',
  mailbox: 'Mailbox for FCR mails',
};

/** The portal that a login belongs to. */
export const portalOfCredential = {
  bangladesh_bank_exp: 'bb-exp',
  epb_export_tracker: 'epb',
  damco_shipper: 'damco',
  hm_supplier: 'hm',
  bepza_permit: 'bepza',
  myshipment: 'myshipment',
  bank_cash_incentive: 'bank-ci',
  mailbox: 'mailbox',
} as const satisfies Record<CredentialPortal, string>;
