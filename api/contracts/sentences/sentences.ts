/** Collects all sentences of the platform: Bengali translations by English text. */
import { cellSentences } from './cells.ts';
import { hintSentences } from './hints.ts';
import { jobSentences } from './jobs.ts';
import { moneySentences } from './money.ts';
import { portalSentences } from './portals.ts';
import { rowSentences } from './rows.ts';
import { uploadSentences } from './uploads.ts';

export const sentences = {
  ...cellSentences,
  ...hintSentences,
  ...portalSentences,
  ...rowSentences,
  ...jobSentences,
  ...moneySentences,
  ...uploadSentences,
};

export type Sentences = typeof sentences;
