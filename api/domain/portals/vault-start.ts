/** Checks at startup that VAULT_KEYS are the keys of this database, before a process uses the vault. */
import { setTimeout as sleep } from 'node:timers/promises';
import { VaultError } from '#api/adapters/sealing.ts';
import type { Deps } from '#api/deps.ts';
import { sealedColumns } from './sealed-columns.ts';
import { vaultStatus } from './vault-upkeep.ts';

type StartDeps = Pick<Deps, 'db' | 'vault' | 'logger'>;

/** A database that is restarting has this much time to respond. */
const DATABASE_TRIES_MAX = 20;
const DATABASE_PAUSE_MS = 1_000;

/** Ends the process with an error message if the keys are wrong; nothing has been changed then. */
export async function requireVault(deps: StartDeps): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await proveVault(deps);
    } catch (error) {
      if (error instanceof VaultError) {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      }
      if (tries >= DATABASE_TRIES_MAX) throw error;
      deps.logger.warn({ err: error }, 'the database does not answer yet');
      await sleep(DATABASE_PAUSE_MS);
    }
  }
}

/** Throws VaultError if a key differs from the earlier one with its id, or is missing although something needs it. */
export async function proveVault({ db, vault }: Pick<Deps, 'db' | 'vault'>): Promise<void> {
  const known = new Map((await db.masterKey.findMany()).map(({ id, proof }) => [id, proof]));
  const { ids, proofOf } = vault.masters;
  for (const id of ids) {
    const proof = known.get(id);
    if (proof === undefined) await proveByFormerSecret({ db, vault }, id);
    if (proof !== undefined && proof !== proofOf(id)) throw new VaultError(anotherKey(id));
  }
  const { masterKeys } = await vaultStatus({ db, vault });
  for (const { id, isKnown, dataKeys, formerSecrets } of masterKeys)
    if (!isKnown) throw new VaultError(missingKey(id, dataKeys + formerSecrets));
  const data = ids.map((id) => ({ id, proof: proofOf(id) }));
  await db.masterKey.createMany({ data, skipDuplicates: true });
  // Created before any of the current keys may be removed.
  await vault.marks(db, '', 'start');
}

/**
 * Tests a key that is new to this database against texts that a former version encrypted with it: one of them must
 * open.
 */
async function proveByFormerSecret({ db, vault }: Pick<Deps, 'db' | 'vault'>, id: string): Promise<void> {
  for (const { table, column, owner, id: rowId, portal, bindingOf } of sealedColumns) {
    const [row] = await db.$queryRaw<{ sealed: string; userId: string; id: string; portal: string }[]>`
      SELECT ${column} AS sealed, ${owner} AS "userId", ${rowId} AS id, ${portal} AS portal FROM ${table}
      WHERE ${column} LIKE ${`${id}.%`} LIMIT 1`;
    if (!row) continue;
    try {
      vault.masters.openFormer(row.sealed, bindingOf(row).formerly);
    } catch (cause) {
      throw new VaultError(anotherKey(id), { cause });
    }
    return;
  }
}

const anotherKey = (id: string): string =>
  `The key "${id}" of VAULT_KEYS is not the one that this database was sealed with. Nothing was changed. Give "${id}" its former value; a new key needs a name of its own.`;
const missingKey = (id: string, count: number): string =>
  `VAULT_KEYS has no key "${id}", which ${count} keys or secrets of this database need. Nothing was changed. Put it back behind the others; \`npm run vault\` says when it can be taken out.`;
