/** Mails in their reader's language: the one chosen for the account, or English by default. */
import type { Mail } from '#api/adapters/mailer.ts';
import { interfaceLanguages } from '#contracts/accounts/preference-choices.ts';
import { mailMessages } from '#contracts/messaging/mail-messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageText, type MessageLanguage } from '#contracts/messages/render.ts';
import { services } from '#services/catalogue.ts';
import { mailHtml } from './mail-html.ts';

/** `language` is the value stored with the account. */
export type Recipient = { email: string; language?: string | null | undefined };

type Link = { label: Message; url: string };
/** What a mail says, in no language yet. Each part is a paragraph. */
export type MailContent = { subject: Message; parts: readonly (Message | Link)[] };

/** Bengali names of the services by their English names. */
export const serviceNames: ReadonlyMap<string, string> = new Map(
  services.map(({ name, bengali }) => [name, bengali.name]),
);

/** The language that a mail to the recipient is in. */
export const languageOf = ({ language }: Pick<Recipient, 'language'>): MessageLanguage =>
  interfaceLanguages.find((known) => known === language) ?? 'en';

/** Renders a mail in the recipient's language, as text and as HTML. */
export function mailTo(to: Recipient, { subject, parts }: MailContent): Mail {
  const language = languageOf(to);
  const textOf = (message: Message): string => messageText(message, language, serviceNames);
  const [greeting, sender] = [textOf(mailMessages.greeting()), textOf(mailMessages.sender())];
  const said = parts.map((part) =>
    'url' in part ? { label: textOf(part.label), url: part.url } : textOf(part),
  );
  const paragraphs = said.map((part) => (typeof part === 'string' ? part : part.url));
  return {
    to: to.email,
    subject: textOf(subject),
    text: [greeting, ...paragraphs, sender].join('\n\n'),
    html: mailHtml({ language, subject: textOf(subject), greeting, parts: said, sender }),
  };
}
