/** Settings that may differ between mailboxes: folder, senders of FCRs, refusal messages, timeouts and limits. */
import { definePageMap } from '#activities/portals/page-texts.ts';
import { MIB } from '#contracts/byte-sizes.ts';

export const config = definePageMap({
  folder: 'INBOX',
  /** Accepted sender domains, including subdomains, if the row names no sender. */
  senderDomains: ['maersk.com', 'damco.com'],
  words: {
    locked: /locked|blocked|suspended|too many (failed|login|bad)/i,
    expired: /password (has )?expired|change your password/i,
    appPassword: /app(lication)?[- ]?specific password|app password|two-factor|2-step/i,
  },
  /** Maximum number of emails opened per search; those that mention the key come first, then the newest. */
  mailsPerSearchMax: 200,
  mailBytesMax: 25 * MIB,
  pdfsPerMailMax: 20,
  /** Bytes of PDFs cached for the next rows of the session. */
  keptBytesMax: 24 * MIB,
  /** Number of emails whose sender, date and parts are kept for the next rows of the session. */
  describedMailsMax: 5_000,
  /** Maximum size of a response that contains no email, such as a list of parts. */
  lineBytesMax: 1 * MIB,
  mime: { nestingMax: 20, headerBytesMax: 256 * 1024, mailsInMailsMax: 3 },
  /** `idleMs` covers the time in which PDFs are read and the pause between two chunks of a job. */
  timeouts: { connectMs: 20_000, greetingMs: 15_000, commandMs: 120_000, idleMs: 600_000, logoutMs: 5_000 },
});
