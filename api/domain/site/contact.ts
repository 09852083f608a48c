/** Messages of the contact form: stored for administrators, who read, resolve and reopen them. */
import type { Mail } from '#api/adapters/mailer.ts';
import type { Deps } from '#api/deps.ts';
import type { ContactBody, ContactMessagesQuery } from '#contracts/site/contact.ts';
import type { ContactMessage } from '#contracts/calls/site-answers.ts';
import { messageStatuses, nextStatuses, type MessageStatus } from '#contracts/site/contact-rules.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { quote } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { siteMailMessages } from '#contracts/site/mail-messages.ts';
import { siteMessages } from '#contracts/site/messages.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { contains } from '#api/domain/like-pattern.ts';

type StoredMessage = Awaited<ReturnType<Database['contactMessage']['findUniqueOrThrow']>>;

type GivenMessage = Omit<ContactBody, 'website'>;

/** Stores the message first. The mail to the team is sent in the background, and a failure is only logged. */
export async function keepMessage(
  { db, env, mailer, logger }: Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'>,
  given: GivenMessage,
): Promise<void> {
  const { name, email, company, subject, message } = given;
  const { id } = await db.contactMessage.create({ data: { name, email, company, subject, message } });
  if (!env.SUPPORT_EMAIL) return;
  mailer
    .send(supportMail(env.SUPPORT_EMAIL, given))
    .catch((error: unknown) => logger.error({ err: error, contactMessageId: id }, 'mail not sent'));
}

/** Plain text as written, in English for the team; a reply goes to the author. */
function supportMail(to: string, { name, email, company, subject, message }: GivenMessage): Mail {
  return {
    to,
    replyTo: { name, address: email },
    subject: english(siteMailMessages.contactForm({ subject: quote(subject) })),
    text: `${name} <${email}>\n${company || english(siteMailMessages.noCompany())}\n\n${message}\n`,
  };
}

/** Lists messages, newest first; new ones are answered in the order in which they came. */
export async function listMessages(
  db: Database,
  { limit, offset, status, search }: ContactMessagesQuery,
): Promise<{ messages: ContactMessage[]; total: number }> {
  const found = Prisma.sql`FROM contact_messages
    WHERE (${status} = 'all' OR status = ${status})
      AND ${contains(Prisma.sql`concat_ws(' ', name, email, company, message)`, search)}`;
  const order = status === 'new' ? Prisma.sql`submitted_at, id` : Prisma.sql`submitted_at DESC, id`;
  const [ids, [counted]] = await Promise.all([
    db.$queryRaw<{ id: string }[]>`
      SELECT id ${found} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${found}`,
  ]);
  const messages = await db.contactMessage.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ submittedAt: status === 'new' ? 'asc' : 'desc' }, { id: 'asc' }],
  });
  return { messages: messages.map(messageView), total: Number(counted?.total ?? 0) };
}

/** Changes a message's status; does nothing if it already has it. */
export async function changeStatus(
  db: Database,
  { id, status, adminId, reason }: { id: string; status: MessageStatus; adminId: string; reason: string },
): Promise<ContactMessage> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM contact_messages WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await tx.contactMessage.findUnique({ where: { id } });
    if (!before) throw refusal('NOT_FOUND', siteMessages.contactMessageGone());
    const from = statusOf(before);
    if (from === status) return messageView(before);
    if (!nextStatuses[from].includes(status)) throw new DomainError('MESSAGE_TRANSITION');
    const after = await tx.contactMessage.update({ where: { id }, data: { status } });
    await recordChange(tx, {
      adminId,
      action: 'contact message changed',
      subject: `contact/${id}`,
      before: { status: from },
      after: { status },
      reason,
    });
    return messageView(after);
  });
}

/** Deletes a message, as its author may ask. The audit entry names nobody, because it stays. Throws NOT_FOUND. */
export async function removeMessage(
  db: Database,
  { id, adminId, reason }: { id: string; adminId: string; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.contactMessage.deleteMany({ where: { id } });
    if (count === 0) throw refusal('NOT_FOUND', siteMessages.contactMessageGone());
    await recordChange(tx, {
      adminId,
      action: 'contact message deleted',
      subject: `contact/${id}`,
      before: null,
      after: null,
      reason,
    });
  });
}

function statusOf({ id, status }: StoredMessage): MessageStatus {
  const known = messageStatuses.find((candidate) => candidate === status);
  if (!known) throw new Error(`The message ${id} has the unknown status ${status}.`);
  return known;
}

const messageView = (stored: StoredMessage): ContactMessage => ({
  id: stored.id,
  name: stored.name,
  email: stored.email,
  company: stored.company,
  subject: stored.subject,
  message: stored.message,
  status: statusOf(stored),
  submitted_at: stored.submittedAt.toISOString(),
});
