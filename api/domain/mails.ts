/** Texts of the mails about an account. */
import type { Mail } from '#api/adapters/mailer.ts';

type Link = { label: string; url: string };
type Recipient = { email: string };

export function verificationMail(to: Recipient, url: string): Mail {
  return compose(to, 'Verify your email address', [
    'Thank you for registering with Chalan. Please confirm that this email address is yours:',
    { label: 'Verify email address', url },
    'The link is valid for 24 hours. If you did not register, please ignore this mail.',
  ]);
}

/** For someone who registers an address that has an account: only its owner learns so. */
export function alreadyRegisteredMail(to: Recipient, appUrl: string): Mail {
  return compose(to, 'You already have a Chalan account', [
    'Someone, probably you, tried to register with this email address, which already has an account. You can sign in with your password:',
    { label: 'Open Chalan', url: appUrl },
    'If you do not remember the password, choose "Forgot password?" when signing in. If this was not you, nothing has changed and there is nothing to do.',
  ]);
}

export function passwordResetMail(to: Recipient, url: string): Mail {
  return compose(to, 'Reset your password', [
    'You asked for a new password for your Chalan account. Choose it here:',
    { label: 'Choose a new password', url },
    'The link is valid for 1 hour and works once. If you did not ask for it, please ignore this mail: your password stays as it is.',
  ]);
}

export function passwordChangedMail(to: Recipient, signedOut: 'every device' | 'every other device'): Mail {
  return compose(to, 'Your password was changed', [
    `The password of your Chalan account was just changed, and ${signedOut} was signed out.`,
    'If this was not you, please reset the password at once and contact support.',
  ]);
}

export function jobEndedMail(
  to: Recipient,
  job: { about: string; ending: string; outcomes: string; url: string },
): Mail {
  return compose(to, job.ending, [
    job.about,
    job.outcomes,
    { label: 'See every row', url: job.url },
    'You get this mail because you asked for it in the settings of your account, where you can also switch it off.',
  ]);
}

/** Names are not used: whoever registers somebody else's address would write to them through one. */
function compose({ email }: Recipient, subject: string, parts: (string | Link)[]): Mail {
  const text = parts.map((part) => (typeof part === 'string' ? part : part.url));
  const html = parts.map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`);
  return {
    to: email,
    subject,
    text: ['Hello,', ...text, 'Chalan'].join('\n\n'),
    html: ['<p>Hello,</p>', ...html, '<p>Chalan</p>'].join('\n'),
  };
}

function anchor({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
