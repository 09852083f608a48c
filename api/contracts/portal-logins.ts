/** Portals that take a login, and what is told of a saved one: plain values, which the client fetches without schemas. */

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

/** For these the customer's own login is needed; for the others the platform's serves where none is saved (portals.md 2). */
export const ownLoginPortals: ReadonlySet<CredentialPortal> = new Set([
  'bangladesh_bank_exp',
  'epb_export_tracker',
]);

export type SavedCredential = {
  portal_name: CredentialPortal;
  updated_at: string;
  consent_at: string | null;
  /** When the login was last used or tested as it is saved, and how that ended: `ok` or a row outcome. */
  tested_at: string | null;
  test_outcome: string | null;
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
