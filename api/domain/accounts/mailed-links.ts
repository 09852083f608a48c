/**
 * Mails a link to a user on behalf of an administrator. The mail server's answer is awaited, so that the administrator and
 * the audit log learn only of mails that have left.
 */
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { mailTo, type MailContent } from '#api/domain/messaging/mails.ts';
import { newResetLink, verificationLink } from './account-links.ts';
import { passwordResetMail, verificationMail } from './account-mails.ts';
import { recordChange } from './audit.ts';

type LinkDeps = Pick<Deps, 'auth' | 'db' | 'env' | 'mailer' | 'clock'> & { limiter: RateLimiter };
type Step = { adminId: string; reason: string };
type Recipient = { id: string; email: string; language: string | null };

/** Throws ALREADY_VERIFIED if the user has verified the address meanwhile. */
export async function mailVerificationLink(deps: LinkDeps, userId: string, step: Step): Promise<void> {
  const { emailVerified, ...user } = await recipient(deps, userId);
  if (emailVerified) throw new DomainError('ALREADY_VERIFIED');
  const { secret: authSecret } = await deps.auth.$context;
  const content = verificationMail(await verificationLink({ ...deps, authSecret }, user));
  await mail(deps, user, content);
  await record(deps, user, { ...step, action: 'verification mail sent' });
}

export async function mailResetLink(deps: LinkDeps, userId: string, step: Step): Promise<void> {
  const user = await recipient(deps, userId);
  const content = passwordResetMail(await newResetLink({ ...deps, now: deps.clock() }, user.id));
  await mail(deps, user, content);
  await record(deps, user, { ...step, action: 'password reset mail sent' });
}

async function recipient({ db, limiter }: LinkDeps, userId: string) {
  const select = { id: true, email: true, language: true, emailVerified: true };
  const user = await db.user.findUnique({ where: { id: userId, deletedAt: null }, select });
  if (!user) throw new DomainError('NOT_FOUND');
  await limiter.consume('mailPerAddress', user.email);
  return user;
}

async function mail({ mailer }: LinkDeps, to: Recipient, content: MailContent): Promise<void> {
  try {
    await mailer.send(mailTo(to, content));
  } catch (cause) {
    throw refusal('UNAVAILABLE', accountMessages.mailNotAccepted(), { cause });
  }
}

/** The audit entry records the kind of mail, not its content. */
const record = (
  { db }: LinkDeps,
  { id }: Recipient,
  step: Step & { action: 'verification mail sent' | 'password reset mail sent' },
): Promise<void> => recordChange(db, { ...step, subject: `user/${id}`, before: null, after: null });
