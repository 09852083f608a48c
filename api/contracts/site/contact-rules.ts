/** Rules that the contact form and the server share: subjects, sizes, and the allowed changes of a message's status. */

export const contactSubjects = ['general', 'technical', 'sales', 'partnership', 'feedback', 'bug'] as const;
export type ContactSubject = (typeof contactSubjects)[number];

export const contactLimits = { nameMax: 120, emailMax: 254, companyMax: 120, messageMax: 5_000 } as const;

export const messageStatuses = ['new', 'read', 'resolved'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Spec section 4: new goes to read or resolved, read to resolved; resolved can be reopened. */
export const nextStatuses: Record<MessageStatus, readonly MessageStatus[]> = {
  new: ['read', 'resolved'],
  read: ['resolved'],
  resolved: ['new'],
};
