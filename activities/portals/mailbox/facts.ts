/** Facts about the mailbox that FCRs are read from: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const mailboxFacts = {
  key: 'mailbox',
  position: 11,
  label: 'Mailbox of FCR mails',
  labelBn: 'FCR মেইলের মেইলবক্স',
  address: null,
  protocol: 'imap',
  ownServers: true,
  login: {
    kind: 'mailbox',
    label: 'Mailbox for FCR mails',
    labelBn: 'FCR মেইলের মেইলবক্স',
    position: 8,
  },
} as const satisfies PortalFacts;
