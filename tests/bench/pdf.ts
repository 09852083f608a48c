/** The family `pdf`: quality, time and memory of table extraction. */
import type { Family } from './family.ts';
import { benchPdfScans, benchPdfSets } from './pdf/curve.ts';
import { benchLargePdf } from './pdf/large.ts';
import { benchPdfPeers } from './pdf/peers.ts';
import { benchPdf } from './pdf/score.ts';

export const pdf: Family = {
  score: { against: 'the prototype, and the best other program on each part', measure: benchPdf },
  sets: { against: 'the goals of each set, and what confidence promises', measure: benchPdfSets },
  scans: { against: 'the figures in RESULTS.md', measure: benchPdfScans, isOnlyByName: true },
  peers: {
    against: 'tabula, camelot and img2table on the same documents',
    measure: benchPdfPeers,
    isOnlyByName: true,
  },
  large: { against: 'the limits of time and memory', measure: benchLargePdf, isOnlyByName: true },
};
