/**
 * Notifies the other administrators of a request for approval and of the suspension of one of them, and the requester
 * of its outcome.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import type { ApprovalRequest, Prisma } from '#prisma/generated/client.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import type { MailContent } from '#api/domain/messaging/mails.ts';
import { sendMail } from '#api/domain/messaging/send-mail.ts';
import { approvalMail, suspendedAdministratorMail } from './admin-mails.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

const approvalsPage = '/admin?tab=approvals';
const ADMINISTRATORS_MAILED_MAX = 100;

type NotifyDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'>;

const kindOf = ({ change }: ApprovalRequest): ApprovalKind => (change as { kind: ApprovalKind }).kind;

/** Notifies the other administrators. The request remains valid even if this fails. */
export async function notifyOfRequest(deps: NotifyDeps, request: ApprovalRequest): Promise<void> {
  const { db, env, logger } = deps;
  try {
    const asking = await db.user.findUniqueOrThrow({ where: { id: request.requestedBy } });
    const what = kindOf(request);
    await notifyAdministrators(db, {
      key: `approval:${request.id}`,
      kind: 'approval_asked',
      values: { what, who: asking.name },
      actionUrl: approvalsPage,
      except: request.requestedBy,
    });
    const others = { status: 'active', id: { not: request.requestedBy } };
    const url = new URL(approvalsPage, env.APP_URL).href;
    const mail = approvalMail({ what, who: asking.name, reason: request.reason, url });
    await mailAdministrators(deps, others, mail);
  } catch (error) {
    logger.error({ err: error, approvalId: request.id }, 'administrators were not notified of a request');
  }
}

/** Mails are sent beside the request; one that fails is logged. */
async function mailAdministrators(
  deps: NotifyDeps,
  where: Prisma.UserWhereInput,
  mail: MailContent,
): Promise<void> {
  const administrators = await deps.db.user.findMany({
    where: { isAdmin: true, deletedAt: null, ...where },
    take: ADMINISTRATORS_MAILED_MAX,
  });
  for (const to of administrators) void sendMail(deps, to, mail, { userId: to.id });
}

/**
 * Notifies all other administrators that one of them was suspended, and the suspended one by mail, since one may do it
 * alone. The suspension remains valid even if this fails.
 */
export async function notifyOfSuspension(
  deps: NotifyDeps,
  { userId, adminId, reason }: { userId: string; adminId: string; reason: string },
): Promise<void> {
  const { db, logger } = deps;
  try {
    const [suspended, acting] = await Promise.all(
      [userId, adminId].map((id) => db.user.findUniqueOrThrow({ where: { id } })),
    );
    const values = { name: suspended?.name ?? '', who: acting?.name ?? '' };
    await notifyAdministrators(db, {
      key: `administrator_suspended:${randomUUID()}`,
      kind: 'administrator_suspended',
      values,
      actionUrl: '/admin?tab=users',
      except: adminId,
    });
    const others = { OR: [{ status: 'active' }, { id: userId }], id: { not: adminId } };
    await mailAdministrators(deps, others, suspendedAdministratorMail({ ...values, reason }));
  } catch (error) {
    logger.error({ err: error, userId }, 'administrators were not notified of a suspension');
  }
}

/** Notifies the requester of the decision. A failure is only logged, because the decision remains valid. */
export async function notifyOfDecision(
  { db, logger }: NotifyDeps,
  request: ApprovalRequest,
  { adminId, how }: { adminId: string; how: 'confirmed' | 'refused' },
): Promise<void> {
  try {
    const { name: who } = await db.user.findUniqueOrThrow({ where: { id: adminId } });
    await notify(db, {
      key: `approval-decided:${request.id}`,
      userId: request.requestedBy,
      type: 'other',
      kind: how === 'confirmed' ? 'approval_confirmed' : 'approval_refused',
      values: { what: kindOf(request), who },
      actionUrl: approvalsPage,
    });
  } catch (error) {
    logger.error({ err: error, approvalId: request.id }, 'an administrator was not notified of a decision');
  }
}
