/** What the customer was shown of a sheet, which a start sends. */
import { z } from 'zod';

export const seenReading = z
  .string()
  .max(100)
  .optional()
  .describe(
    '`reading` of the preview that the customer saw. The start is refused if the sheet was changed since. Without it, the sheet is started as it is.',
  );
