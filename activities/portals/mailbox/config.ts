/** What may differ between mailboxes: the folder, who sends FCRs, the words of refusals, our patience and our bounds. */
import { MIB } from '#contracts/limits.ts';

export const config = {
  folder: 'INBOX',
  /** Whose mails count where the row names no sender: addresses at these domains and below them. */
  senderDomains: ['maersk.com', 'damco.com'],
  words: {
    locked: /locked|blocked|suspended|too many (failed|login|bad)/i,
    expired: /password (has )?expired|change your password/i,
    appPassword: /app(lication)?[- ]?specific password|app password|two-factor|2-step/i,
  },
  /** Mails of one search that are looked into; those that mention the key come first, then the newest. */
  mailsPerSearchMax: 200,
  mailBytesMax: 25 * MIB,
  pdfsPerMailMax: 20,
  /** PDFs kept for the next rows of the session. */
  keptBytesMax: 24 * MIB,
  /** One response without a mail in it, such as a list of parts. */
  lineBytesMax: 1 * MIB,
  mime: { nestingMax: 20, headerBytesMax: 256 * 1024, mailsInMailsMax: 3 },
  /** `idleMs`: a session rests while PDFs are read and between two chunks of a job. */
  timeouts: { connectMs: 20_000, greetingMs: 15_000, commandMs: 120_000, idleMs: 600_000, logoutMs: 5_000 },
};
