/** Schemas of the calls of spec section 7 "Contact". */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';
import { reasonOrEmpty } from '#contracts/accounts/reasons.ts';
import { contactLimits, contactSubjects, messageStatuses } from './contact-rules.ts';
import { limits } from '#contracts/limits.ts';

const line = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .max(max, `${name} can have ${max} characters at most`)
    .regex(printable, `${name} must be a single line of text`);

export const contactBody = z.object({
  name: line('Name', contactLimits.nameMax).min(1, 'Name is required'),
  email: z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(contactLimits.emailMax)
    .pipe(z.email('Please enter a valid email address.')),
  company: line('Company', contactLimits.companyMax).default(''),
  subject: z.enum(contactSubjects, { error: 'Please choose a subject.' }),
  message: z
    .string('Message is required')
    .trim()
    .min(1, 'Message is required')
    .max(contactLimits.messageMax, `Message can have ${contactLimits.messageMax} characters at most`)
    // Line breaks and tabs are allowed; other control characters are not, because the database cannot store NUL.
    .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u, "Message has characters that can't be used"),
  /** A honeypot: people do not see this field and leave it empty, but programs that fill in forms do not. */
  website: z.string().max(500).default(''),
});
export type ContactBody = z.infer<typeof contactBody>;

export const contactMessagesQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.contactMessagesPageSizeMax)
    .default(limits.contactMessagesPageSize),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** A filter that is not set sends "all". */
  status: z.enum([...messageStatuses, 'all']).default('all'),
  search: z.string().trim().max(limits.searchCharactersMax).default(''),
});
export type ContactMessagesQuery = z.infer<typeof contactMessagesQuery>;

export const messageIdPath = z.object({ id: z.uuid() });
/** Why an administrator makes the change. */
const why = { reason: reasonOrEmpty };
export const messageStatusBody = z.object({ status: z.enum(messageStatuses), ...why });
export const removeMessageBody = z.object(why);
