/** The family `pdf`: quality, time and memory of table extraction. */
import type { Family } from './family.ts';
import { benchLargePdf } from './pdf/large.ts';
import { benchPdfPeers } from './pdf/peers.ts';
import { benchPdf } from './pdf/score.ts';

export const pdf: Family = {
  score: { against: 'the prototype, and the best other program on each part', measure: benchPdf },
  peers: {
    against: 'tabula and camelot on the same documents',
    measure: benchPdfPeers,
    isOnlyByName: true,
  },
  large: { against: 'the limits of time and memory', measure: benchLargePdf, isOnlyByName: true },
};
