/** Mails to customers, each in the recipient's chosen language, or English by default. */
import type { Mail } from '#api/adapters/mailer.ts';
import { interfaceLanguages } from '#contracts/accounts/preferences.ts';
import type { ClosedWays } from '#api/domain/accounts/secure-account.ts';
import {
  approvalTexts,
  newAdministratorTexts,
  suspendedAdministratorTexts,
  type AskedApproval,
  type NewAdministrator,
  type SuspendedAdministrator,
} from './admin-mail-texts.ts';
import { openEndTexts, type WaitingPayment } from '#api/domain/payments/payment-mail-texts.ts';
import {
  alreadyRegisteredTexts,
  jobEndedTexts,
  letterTexts,
  newDeviceTexts,
  passkeyTexts,
  passwordChangedTexts,
  passwordResetTexts,
  secondFactorTexts,
  verificationTexts,
  waysClosedTexts,
  type EndedJob,
  type FactorChange,
  type Link,
  type MailLanguage,
  type MailText,
  type NewDevice,
  type PasskeyChange,
  type PasswordChange,
} from './mail-texts.ts';

/** `language` is the value stored with the account. */
type Recipient = { email: string; language?: string | null | undefined };

const languageOf = ({ language }: Recipient): MailLanguage =>
  interfaceLanguages.find((known) => known === language) ?? 'en';

export const verificationMail = (to: Recipient, url: string): Mail =>
  compose(to, verificationTexts[languageOf(to)]({ url }));

/** Sent when someone registers an address that already has an account, so that only its owner learns so. */
export const alreadyRegisteredMail = (to: Recipient, appUrl: string): Mail =>
  compose(to, alreadyRegisteredTexts[languageOf(to)]({ url: appUrl }));

export const passwordResetMail = (to: Recipient, url: string): Mail =>
  compose(to, passwordResetTexts[languageOf(to)]({ url }));

export const passwordChangedMail = (to: Recipient, change: PasswordChange): Mail =>
  compose(to, passwordChangedTexts[languageOf(to)](change));

export const secondFactorMail = (to: Recipient, change: FactorChange): Mail =>
  compose(to, secondFactorTexts[languageOf(to)]({ change }));

export const newDeviceMail = (to: Recipient, device: NewDevice): Mail =>
  compose(to, newDeviceTexts[languageOf(to)](device));

export const passkeyMail = (to: Recipient, change: PasskeyChange & { isAdmin: boolean }): Mail =>
  compose(to, passkeyTexts[languageOf(to)](change));

export const newAdministratorMail = (to: Recipient, account: NewAdministrator): Mail =>
  compose(to, newAdministratorTexts[languageOf(to)](account));

export const approvalMail = (to: Recipient, asked: AskedApproval): Mail =>
  compose(to, approvalTexts[languageOf(to)](asked));

export const suspendedAdministratorMail = (to: Recipient, suspension: SuspendedAdministrator): Mail =>
  compose(to, suspendedAdministratorTexts[languageOf(to)](suspension));

export const waysClosedMail = (to: Recipient, closed: ClosedWays): Mail =>
  compose(to, waysClosedTexts[languageOf(to)](closed));

export const jobEndedMail = (to: Recipient, job: EndedJob): Mail =>
  compose(to, jobEndedTexts[languageOf(to)](job));

export const openEndMail = (to: Recipient, end: WaitingPayment): Mail =>
  compose(to, openEndTexts[languageOf(to)](end));

function compose(to: Recipient, { subject, parts }: MailText): Mail {
  const language = languageOf(to);
  const { greeting, sender } = letterTexts[language];
  const text = parts.map((part) => (typeof part === 'string' ? part : part.url));
  const html = parts.map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`);
  return {
    to: to.email,
    subject,
    text: [greeting, ...text, sender].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>`,
      `<p>${greeting}</p>`,
      ...html,
      `<p>${sender}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

function anchor({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
