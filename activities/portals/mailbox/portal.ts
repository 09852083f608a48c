/** The mailbox to which a forwarder sends its cargo receipts, read over IMAP. */
import { createMailPortal } from '#activities/portals/create-portal.ts';
import { greet, openConnection } from './connection.ts';
import { mailboxFacts } from './facts.ts';
import { createMailbox } from './mailbox.ts';

export const mailboxPortal = createMailPortal({
  facts: mailboxFacts,
  sessionsMax: 4,
  greet,
  openMailbox: async (...opening) => createMailbox(await openConnection(...opening)),
});
