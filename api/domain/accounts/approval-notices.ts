/** Notifies the other administrators of a request for approval, and the requester of its outcome. */
import type { Deps } from '#api/deps.ts';
import type { ApprovalRequest } from '#prisma/generated/client.ts';
import { tellAdministrators } from '#api/domain/messaging/admin-notices.ts';
import type { ApprovalKind } from '#contracts/accounts/approvals.ts';
import { approvalMail } from '#api/domain/messaging/mails.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

const approvalsPage = '/admin?tab=approvals';
const ADMINISTRATORS_MAILED_MAX = 100;

type TellDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'>;

const kindOf = ({ wish }: ApprovalRequest): ApprovalKind => (wish as { kind: ApprovalKind }).kind;

/** Notifies the other administrators. The request remains valid even if this fails. */
export async function tellAsked(deps: TellDeps, request: ApprovalRequest): Promise<void> {
  const { db, env, mailer, logger } = deps;
  try {
    const asking = await db.user.findUniqueOrThrow({ where: { id: request.requestedBy } });
    const what = kindOf(request);
    await tellAdministrators(db, {
      key: `approval:${request.id}`,
      kind: 'approval_asked',
      values: { what, who: asking.name },
      actionUrl: approvalsPage,
      except: request.requestedBy,
    });
    const others = await db.user.findMany({
      where: { isAdmin: true, status: 'active', deletedAt: null, id: { not: request.requestedBy } },
      take: ADMINISTRATORS_MAILED_MAX,
    });
    const url = new URL(approvalsPage, env.APP_URL).href;
    for (const to of others) {
      mailer
        .send(approvalMail(to, { what, who: asking.name, reason: request.reason, url }))
        .catch((error: unknown) => logger.error({ err: error, userId: to.id }, 'mail not sent'));
    }
  } catch (error) {
    logger.error({ err: error, approvalId: request.id }, 'administrators are not told of a request');
  }
}

/** Notifies the requester of the decision. A failure is only logged, because the decision remains valid. */
export async function tellDecided(
  { db, logger }: TellDeps,
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
    logger.error({ err: error, approvalId: request.id }, 'an administrator is not told of a decision');
  }
}
