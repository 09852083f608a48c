/** Takes the lock off PDFs with their password. PDFium reads them in threads of its own; nothing keeps the password. */
import { unlockPdf } from '#activities/pdf/reading/pool.ts';

export type PdfLocks = {
  /** `locked`: the password does not open it. Damaged files count as not locked: they are refused when they are read. */
  open: (bytes: Uint8Array, password: string) => Promise<'not locked' | 'locked' | { unlocked: Uint8Array }>;
};

/** A locked PDF says so in plain text; no other one is given to PDFium. */
const lockName = '/Encrypt';

export function createPdfLocks(): PdfLocks {
  return {
    open: async (bytes, password) => {
      if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(lockName))
        return 'not locked';
      const answer = await unlockPdf(bytes, password);
      if (answer.kind === 'problem') return answer.code === 'PASSWORD_REQUIRED' ? 'locked' : 'not locked';
      return answer.bytes ? { unlocked: answer.bytes } : 'not locked';
    },
  };
}
