/** What a service is: pure data for the catalogue, the template, the validation, the price and the tests. */
import type { z } from 'zod';
import type { CredentialPortal } from '#contracts/portals/portal-logins.ts';

export const categories = [
  'PDF Extractor',
  'Bangladesh Bank',
  'Forwarder Handler',
  'Buyer Handler',
  'BEPZA',
  'Cash Incentive Applications',
  'Tracking Services',
  'EPB Export',
] as const;
export type Category = (typeof categories)[number];

/** What every service takes that reads a sheet (spec section 5, "Files"). */
export const sheetExtensions = ['.csv', '.xlsx', '.xls'] as const;

/** The outside websites (portals.md section 2). */
export const portalKeys = [
  'bb-exp',
  'cpa',
  'customs',
  'damco',
  'maersk-track',
  'myshipment',
  'hm',
  'bepza',
  'epb',
  'bank-ci',
  'mailbox',
] as const;
export type PortalKey = (typeof portalKeys)[number];

/** One column of a service's sheet (portals.md, column tables). */
export type Column = {
  /** Header in the template; matching ignores case, spaces and underscores. */
  name: string;
  aliases?: readonly string[];
  required: boolean;
  /** Parses the cell's trimmed text (never empty) into its canonical text; its message says what is wrong. */
  schema: z.ZodType<string, string>;
  /** What would be right, in one sentence with an example. */
  hint: string;
};

/** What is wrong with a cell, or with the row as a whole, and what would be right. */
export type CellProblem = { column: string; problem: string; hint: string };

/** Which rate a row is paid by, and the column that its day stands in. */
export type RateKey = { scheme: string; day: string; column: string };

/** A validated row: canonical text by column name; optional columns that were empty are missing. */
export type RowData = Record<string, string>;

type Texts = { name: string; description: string; features: readonly string[] };

type Described = Texts & {
  id: string;
  /** Name, two or three sentences, and features once more, for customers who read Bengali. */
  bengali: Texts;
  category: Category;
  /** A lucide icon's name. */
  icon: string;
  /** Integer hundredths of a credit per row (spec section 9). */
  defaultCostHundredths: number;
  acceptedExtensions: readonly string[];
};

export type SheetInput = {
  kind: 'sheet';
  columns: readonly Column[];
  /** Fills in defaults that depend on today or on other columns; runs after the columns are valid. */
  complete?: (row: RowData, today: Date) => RowData;
  /** Equal keys are the same look-up or filing (portals.md 1.3, last paragraph). */
  naturalKey: (row: RowData) => string;
  /** What only several cells together can tell; asked of rows whose cells are valid. */
  check?: (row: RowData, today: Date) => CellProblem[];
  /** What is allowed but seldom meant: shown in the preview, and sent all the same. */
  warn?: (row: RowData, today: Date) => CellProblem[];
  /** What two rows may not share although their filings differ, by the column that says so. */
  uniqueBy?: (row: RowData) => Record<string, string>;
  /** A rate that administrators keep; a row without one for its day is refused. */
  rateOf?: (row: RowData) => RateKey;
  /** Rows with equal keys are one filing, as the items of an invoice are; each is charged. One bad row stops them all. */
  groupBy?: (row: RowData) => string;
  /** What only the rows of a filing together can tell; `index` counts them from 0. */
  checkGroup?: (rows: readonly RowData[], today: Date) => (CellProblem & { index: number })[];
  /** Whether a ZIP of documents may, or must, come with the sheet. */
  documents?: 'optional' | 'required';
  /** The sample names documents although they are optional: `sample.zip` has them, as where they are required. */
  sampleHasDocuments?: true;
  /** Files of that ZIP that the row needs; every one must be there. */
  documentNames?: (row: RowData) => string[];
};
type PdfInput = { kind: 'pdf' };

export type ServiceDefinition = Described & {
  input: SheetInput | PdfInput;
  portal: PortalKey | null;
  /** Whose login works the portal: the customer's own is required, or none is needed. */
  credentials: CredentialPortal | null;
  /** `read` may be repeated freely; `submit` changes the portal and follows portals.md 1.3. */
  effect: 'read' | 'submit';
  /** The portal itself refuses a second filing of the same: one that left no trace may be sent again by itself. */
  refusesTwins?: true;
  /** Part of the login that the row names, such as the zone; rows of another scope need another session. */
  sessionScope?: (row: RowData) => string;
};

/** Whether a ZIP of documents belongs to the service's sample. */
export const sampleHasZip = ({ input }: Pick<ServiceDefinition, 'input'>): boolean =>
  input.kind === 'sheet' && (input.documents === 'required' || input.sampleHasDocuments === true);

/** What the browser knows of a service: all but its functions. */
export type ServiceSummary = Described &
  Pick<ServiceDefinition, 'portal' | 'credentials' | 'effect'> & {
    input:
      | { kind: 'pdf' }
      | {
          kind: 'sheet';
          columns: { name: string; required: boolean; hint: string }[];
          documents: 'optional' | 'required' | null;
        };
    sampleHasZip: boolean;
  };

export function summaryOf(service: ServiceDefinition): ServiceSummary {
  const { id, name, description, features, bengali, category, icon, portal, credentials, effect } = service;
  const { defaultCostHundredths, acceptedExtensions, input } = service;
  return {
    id,
    name,
    description,
    features,
    bengali,
    category,
    icon,
    portal,
    credentials,
    effect,
    defaultCostHundredths,
    acceptedExtensions,
    input:
      input.kind === 'pdf'
        ? { kind: 'pdf' }
        : {
            kind: 'sheet',
            columns: input.columns.map((column) => ({
              name: column.name,
              required: column.required,
              hint: column.hint,
            })),
            documents: input.documents ?? null,
          },
    sampleHasZip: sampleHasZip(service),
  };
}
