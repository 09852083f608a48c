/** Mails in their reader's language: the one chosen for the account, or English by default. */
import type { Mail } from '#api/adapters/mailer.ts';
import { interfaceLanguages } from '#contracts/accounts/preferences.ts';
import { mailMessages } from '#contracts/messaging/mail-messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageText, type MessageLanguage } from '#contracts/messages/render.ts';
import { services } from '#services/catalogue.ts';

/** `language` is the value stored with the account. */
export type Recipient = { email: string; language?: string | null | undefined };

type Link = { label: Message; url: string };
/** What a mail says, in no language yet. Each part is a paragraph. */
export type MailContent = { subject: Message; parts: readonly (Message | Link)[] };

const serviceNames = new Map(services.map(({ name, bengali }) => [name, bengali.name]));

const languageOf = ({ language }: Recipient): MessageLanguage =>
  interfaceLanguages.find((known) => known === language) ?? 'en';

/** Renders a mail in the recipient's language, as text and as HTML. */
export function mailTo(to: Recipient, { subject, parts }: MailContent): Mail {
  const language = languageOf(to);
  const textOf = (message: Message): string => messageText(message, language, serviceNames);
  const paragraphs = [mailMessages.greeting(), ...parts, mailMessages.sender()];
  return {
    to: to.email,
    subject: textOf(subject),
    text: paragraphs.map((part) => ('url' in part ? part.url : textOf(part))).join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>`,
      ...paragraphs.map(
        (part) => `<p>${'url' in part ? anchor(textOf(part.label), part.url) : escapeHtml(textOf(part))}</p>`,
      ),
      '</body></html>',
    ].join('\n'),
  };
}

const anchor = (label: string, url: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
