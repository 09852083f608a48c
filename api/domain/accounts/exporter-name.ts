/** Names a customer as forms name the exporter. */
import type { Database } from '#prisma/client.ts';

/** Returns the company of the customer; the person's name if none is saved. */
export async function exporterName(db: Database, userId: string): Promise<string> {
  const { company, name } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return company.trim() || name;
}
