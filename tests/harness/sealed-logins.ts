/** Portal logins of many customers in the database, and reads that continue during maintenance of the vault. */
import { randomUUID } from 'node:crypto';
import type { Vault } from '#api/adapters/vault.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import type { Database } from '#prisma/client.ts';

export type StoredLogin = { userId: string; portal: string; password: string };
type Seal = (plain: string, binding: ReturnType<typeof sealBindings.portalLogin>) => Promise<string> | string;

/** How many customers are created at the same time. */
const AT_A_TIME = 8;

export async function storeLogins(
  db: Database,
  { customers, each, seal }: { customers: number; each: number; seal: Seal },
): Promise<StoredLogin[]> {
  const users = Array.from({ length: customers }, () => ({ id: randomUUID(), name: 'A customer' }));
  await db.user.createMany({ data: users.map((user) => ({ ...user, email: `${user.id}@example.test` })) });
  const logins: StoredLogin[] = [];
  const open = [...users];
  const work = async (): Promise<void> => {
    for (let user = open.pop(); user; user = open.pop()) {
      const own = Array.from({ length: each }, (_, n) => ({
        userId: user.id,
        portal: `portal-${n}`,
        password: randomUUID(),
      }));
      const sealed = [];
      for (const { userId, portal, password } of own)
        sealed.push({
          userId,
          portal,
          username: 'exporter',
          secret: await seal(password, sealBindings.portalLogin({ userId, portal })),
        });
      await db.portalCredential.createMany({ data: sealed });
      logins.push(...own);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return logins;
}

/** Opens the login as it is stored in the database now. */
export async function openStored(
  db: Database,
  vault: Vault,
  { userId, portal }: Pick<StoredLogin, 'userId' | 'portal'>,
): Promise<string> {
  const { secret } = await db.portalCredential.findUniqueOrThrow({
    where: { userId_portal: { userId, portal } },
  });
  return vault.open(db, secret, sealBindings.portalLogin({ userId, portal }));
}

export type Reads = { count: number; failed: number; longestMs: number };

/** Opens one randomly chosen login after the other until it is stopped. */
export function readOn(
  db: Database,
  vault: Vault,
  logins: readonly StoredLogin[],
): { stop: () => Promise<Reads> } {
  const reads: Reads = { count: 0, failed: 0, longestMs: 0 };
  const end = new AbortController();
  const reading = (async () => {
    while (!end.signal.aborted) {
      const login = logins[Math.floor(Math.random() * logins.length)];
      if (!login) return;
      const startedMs = performance.now();
      const opened = await openStored(db, vault, login).catch(() => null);
      reads.longestMs = Math.max(reads.longestMs, performance.now() - startedMs);
      reads.count += 1;
      if (opened !== login.password) reads.failed += 1;
    }
  })();
  return {
    stop: async () => {
      end.abort();
      await reading;
      return reads;
    },
  };
}
