/** The log of what administrators change: written with the change, never changed itself. */
import { noJson, type DatabaseOrTransaction } from '#prisma/client.ts';

type Values = Record<string, string | number | boolean | null>;

export async function recordChange(
  tx: DatabaseOrTransaction,
  change: {
    adminId: string;
    /** Verb and kind, such as `portal paused`. */
    action: string;
    /** What was changed, such as `portal/hm`. */
    subject: string;
    before: Values | null;
    after: Values | null;
    reason: string;
  },
): Promise<void> {
  await tx.auditEntry.create({
    data: { ...change, before: change.before ?? noJson, after: change.after ?? noJson },
  });
}
