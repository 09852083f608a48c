/** Defines the draft of a contact message: its fields, and which of them are still missing. */
import { contactSubjects, type ContactSubject } from '#contracts/site/contact-rules.ts';
import { oneOf } from '#web/lib/use-filters.ts';

export type ContactDraft = {
  name: string;
  email: string;
  company: string;
  subject: ContactSubject | '';
  message: string;
};
type DraftProblem = 'name' | 'email' | 'emailFormat' | 'subject' | 'message';
export type DraftProblems = Partial<Record<keyof ContactDraft, DraftProblem>>;

export const emptyDraft: ContactDraft = { name: '', email: '', company: '', subject: '', message: '' };

const somewhere = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function problemsOf(draft: ContactDraft): DraftProblems {
  const email = draft.email.trim();
  return {
    ...(draft.name.trim() ? {} : { name: 'name' }),
    ...(email === '' ? { email: 'email' } : somewhere.test(email) ? {} : { email: 'emailFormat' }),
    ...(draft.subject ? {} : { subject: 'subject' }),
    ...(draft.message.trim() ? {} : { message: 'message' }),
  };
}

/** Reads the subject from the address, as the link "Book Demo" sets it. */
export const subjectIn = (query: URLSearchParams): ContactSubject | '' =>
  oneOf(contactSubjects, query.get('subject')) ?? '';
