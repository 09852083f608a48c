/** The mailbox to which a forwarder sends its cargo receipts, read over IMAP. */
import type { MailPortal } from '#activities/portals/contract.ts';
import { openConnection } from './connection.ts';
import { createMailbox } from './mailbox.ts';

export const fcrMailbox: MailPortal = {
  key: 'mailbox',
  label: 'Mailbox for FCR mails',
  credentials: 'mailbox',
  sessionsMax: 4,
  openMailbox: async (address, login) => createMailbox(await openConnection(address, login)),
};
