/** Asks the database whether it answers. */
import type { Database } from '#prisma/client.ts';

/** Resolves once the database has answered the simplest statement; rejects if it cannot be reached. */
export async function probeDatabase(db: Database): Promise<void> {
  await db.$queryRaw`SELECT 1`;
}
