/** Decrypts PDFs with their password. PDFium runs in separate threads; the password is not stored. */
import { unlockPdf } from '#activities/pdf/reading/pool.ts';

export type PdfLocks = {
  /**
   * `locked`: the password does not open the file. A damaged file counts as not locked; it is refused when it is read.
   */
  open: (bytes: Uint8Array, password: string) => Promise<'not locked' | 'locked' | { unlocked: Uint8Array }>;
};

/** A locked PDF contains this name in plain text; other files are not passed to PDFium. */
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
