/** What a service is: pure data for the catalogue, the template, the validation, the price and the tests. */
import type { z } from 'zod';
import type { CredentialPortal } from '#contracts/credentials.ts';

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

/** The outside websites that have an adapter (portals.md section 2). */
export type PortalKey = 'bb-exp';

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

/** A validated row: canonical text by column name; optional columns that were empty are missing. */
export type RowData = Record<string, string>;

type Described = {
  id: string;
  name: string;
  /** Two or three sentences for customers. */
  description: string;
  category: Category;
  /** A lucide icon's name. */
  icon: string;
  features: readonly string[];
  /** Integer hundredths of a credit per row (spec section 9). */
  defaultCostHundredths: number;
  acceptedExtensions: readonly string[];
};

/** A service whose adapter has not landed yet: listed, never runnable. */
export type PlannedService = Described & { availability: 'planned' };

export type SheetInput = {
  kind: 'sheet';
  columns: readonly Column[];
  /** Fills in defaults that depend on today or on other columns; runs after the columns are valid. */
  complete?: (row: RowData, today: Date) => RowData;
  /** Equal keys are the same look-up or filing (portals.md 1.3, last paragraph). */
  naturalKey: (row: RowData) => string;
};
type PdfInput = { kind: 'pdf' };

export type AvailableService = Described & {
  availability: 'available';
  input: SheetInput | PdfInput;
  portal: PortalKey | null;
  /** Whose login works the portal: the customer's own is required, or none is needed. */
  credentials: CredentialPortal | null;
  /** `read` may be repeated freely; `submit` changes the portal and follows portals.md 1.3. */
  effect: 'read' | 'submit';
};

export type ServiceDefinition = AvailableService | PlannedService;
