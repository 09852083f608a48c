/** The definition of a service: pure data for the catalogue, the template, the validation, the price and the tests. */
import type { z } from 'zod';
import type { Message } from '#contracts/messages/message.ts';
import type { CredentialPortal } from '#contracts/portals/portal-logins.ts';
import type { PortalKey } from '#activities/portals/catalogue.ts';
import type { ReferenceRule } from './families/references.ts';

export type { PortalKey };

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

/** The lucide icon of services that name none of their own. */
const categoryIcons: Record<Category, string> = {
  'PDF Extractor': 'file-spreadsheet',
  'Bangladesh Bank': 'file-search',
  'Forwarder Handler': 'ship',
  'Buyer Handler': 'receipt-text',
  BEPZA: 'badge-check',
  'Cash Incentive Applications': 'hand-coins',
  'Tracking Services': 'radar',
  'EPB Export': 'globe',
};

/** File types accepted by every service that reads a sheet (spec section 5, "Files"). */
export const sheetExtensions = ['.csv', '.xlsx', '.xls'] as const;

export type DateOrder = 'month first' | 'day first' | 'either' | 'day number';

/** One column of a service's sheet (portals.md, column tables). */
export type Column = {
  /** Header in the template; matching ignores case, spaces and underscores. */
  name: string;
  aliases?: readonly string[];
  required: boolean;
  /** Parses the cell's trimmed, non-empty text into its canonical text; its message says what is wrong. */
  schema: z.ZodType<string, string>;
  /** States what would be valid, in one sentence with an example. */
  hint: Message;
  /**
   * Returns what a text says about the order of day and month: 'month first' or 'day first' if it is a date only in that
   * order, 'either' if day and month could be exchanged, and 'day number' for a day as Excel counts it. Absent if the
   * column has no dates.
   */
  dateOrder?: (cell: string) => DateOrder | null;
  /** Set if the column has numbers to count with; other columns keep a number as it is written. */
  isNumber?: true;
  /**
   * Returns the sign or code of a currency beside an amount, and the codes that it can stand for; null without one.
   * Absent if the column has no amounts in the currency of the row.
   */
  shownCurrency?: (cell: string) => { mark: string; codes: readonly string[] } | null;
  /**
   * The currencies in which the column's amounts have no decimals. Also absent for the price of one piece, which may
   * have some.
   */
  wholeIn?: readonly string[];
};

/** A problem of a cell or of the whole row, and a hint how to correct it. */
export type CellProblem = { column: string; problem: Message; hint: Message };

/** The rate that applies to a row, and the column that contains its day. */
export type RateKey = { scheme: string; day: string; column: string };

/** A validated row: canonical text by column name. Empty optional columns are absent. */
export type RowData = Record<string, string>;

type Texts = { name: string; description: string; features: readonly string[] };

type Described = Texts & {
  /** The name of the service's folder. */
  id: string;
  /** Name, description and features in Bengali. */
  bengali: Texts;
  category: Category;
  /** Integer hundredths of a credit per row (spec section 9). */
  defaultCostHundredths: number;
  acceptedExtensions: readonly string[];
};

export type SheetInput = {
  kind: 'sheet';
  columns: readonly Column[];
  /** Fills in defaults that depend on today or on other columns; runs after the columns are valid. */
  complete?: (row: RowData, today: Date) => RowData;
  /** Rows with equal keys are the same look-up or filing (portals.md 1.3, last paragraph). */
  naturalKey: (row: RowData) => string;
  /**
   * Beginning of the natural keys of filings that may file the same as the row under another key, like the booking of
   * a whole order and that of one of its lines.
   */
  overlapsWith?: (row: RowData) => string;
  /**
   * Set if the natural key names the company, by its ERC or by a number that no other company has, such as that of its
   * EXP. Users of one company then file the same under equal keys, whichever login they have.
   */
  namesCompany?: true;
  /** Checks several cells together; called for rows whose cells are valid. */
  check?: (row: RowData, today: Date) => CellProblem[];
  /** Warns about values that are allowed but rarely intended; they are shown in the preview and the row still runs. */
  warn?: (row: RowData, today: Date) => CellProblem[];
  /** Values, by column, that two rows with different natural keys may not share. */
  uniqueBy?: (row: RowData) => Record<string, string>;
  /** The rate that the row needs, which administrators maintain; a row without one for its day is refused. */
  rateOf?: (row: RowData) => RateKey;
  /**
   * Rows with equal values in these required columns form one filing, like the items of an invoice. Each is charged, and
   * one invalid row stops them all.
   */
  groupBy?: readonly string[];
  /** Joins these values to the key under which filings are recorded, so it never changes; `|` if absent. */
  groupSeparator?: '-';
  /** Checks the rows of one filing together; `index` counts them from 0. */
  checkGroup?: (rows: readonly RowData[], today: Date) => (CellProblem & { index: number })[];
  /** Whether a ZIP of documents may or must accompany the sheet. */
  documents?: 'optional' | 'required';
  /** Set if the sample includes `sample.zip` although documents are optional. */
  sampleHasDocuments?: true;
  /** Names of the files that the row requires in that ZIP. */
  documentNames?: (row: RowData) => string[];
};
type PdfInput = { kind: 'pdf' };

export type ServiceDefinition = Described & {
  /** Place in the catalogue, from 1; spec section 9 states the order of the first 27. */
  position: number;
  /** Name of a lucide icon that `web/ui/service-icon.tsx` knows; the category's if absent. */
  icon?: string;
  input: SheetInput | PdfInput;
  portal: PortalKey | null;
  /** The kind of saved login that is required; null if the portal needs none. */
  credentials: CredentialPortal | null;
  /** A `read` may be repeated freely; a `submit` changes the portal and follows portals.md 1.3. */
  effect: 'read' | 'submit';
  /**
   * Bengali labels of the service's values, by output column. `families/value-labels.ts` has those of values that many
   * services return; English labels follow from the columns' names.
   */
  valueLabels?: Readonly<Record<string, string>>;
  /** References of a row that belong to one company; null if anybody may use what the rows name. */
  references: ReferenceRule | null;
  /**
   * Set if the service can also make only the documents, which the customer hands in. The portal is not used then, and
   * the runner has `prepare`.
   */
  preparesDocuments?: true;
  /** Set if the portal itself rejects duplicates, so that a filing without a trace may be sent again automatically. */
  refusesTwins?: true;
  /** Login scope that the row names, such as the zone; rows of another scope need another session. */
  sessionScope?: (row: RowData) => string;
  /**
   * Beginning of the portal references that a shorter key means, when another job names an earlier result by it; null
   * for a key that is not shorter.
   */
  referencesBeginning?: (key: string) => string | null;
};

/** Whether the service's sample includes a ZIP of documents. */
export const sampleHasZip = ({ input }: Pick<ServiceDefinition, 'input'>): boolean =>
  input.kind === 'sheet' && (input.documents === 'required' || input.sampleHasDocuments === true);

/** The part of a service that the client needs; it is built into the client as plain data. */
export type ServiceSummary = Described &
  Pick<ServiceDefinition, 'portal' | 'credentials' | 'effect'> & {
    icon: string;
    input:
      | { kind: 'pdf' }
      | {
          kind: 'sheet';
          columns: { name: string; required: boolean }[];
          documents: 'optional' | 'required' | null;
        };
    sampleHasZip: boolean;
    preparesDocuments: boolean;
  };

/** Returns the part of the definition that the public catalogue shows. */
export function summaryOf(service: ServiceDefinition): ServiceSummary {
  const { id, name, description, features, bengali, category, portal, credentials, effect } = service;
  const { defaultCostHundredths, acceptedExtensions, input } = service;
  return {
    id,
    name,
    description,
    features,
    bengali,
    category,
    icon: service.icon ?? categoryIcons[category],
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
            columns: input.columns.map(({ name, required }) => ({ name, required })),
            documents: input.documents ?? null,
          },
    sampleHasZip: sampleHasZip(service),
    preparesDocuments: service.preparesDocuments ?? false,
  };
}
