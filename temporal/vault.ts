/**
 * `npm run vault [-- rotate|begin]`, in the environment of the API or the worker, prints which master key wraps how
 * many keys and which can be removed from VAULT_KEYS. `rotate` does immediately what the worker does every ten minutes.
 * `begin` makes the vault seal with data keys from now on; use it when no process of the version without data keys is
 * left.
 */
import { failInWords } from '#api/adapters/command-failure.ts';
import { createLogger } from '#api/adapters/logger.ts';
import { createVault } from '#api/adapters/vault.ts';
import { requireVault } from '#api/domain/portals/vault-start.ts';
import {
  historiesBefore,
  keepVault,
  vaultStatus,
  type MasterKeyUse,
  type VaultStatus,
} from '#api/domain/portals/vault-upkeep.ts';
import { openDatabase } from '#prisma/client.ts';

failInWords();
const { DATABASE_URL: databaseUrl = '', VAULT_KEYS: vaultKeys = '' } = process.env;
const [command = 'status'] = process.argv.slice(2);
if (!databaseUrl || !vaultKeys || !['status', 'rotate', 'begin'].includes(command)) {
  process.stderr.write('Usage: npm run vault [-- rotate|begin], with DATABASE_URL and VAULT_KEYS.\n');
  process.exit(2);
}

const logger = createLogger({ level: 'error', name: 'vault' });
const db = openDatabase(databaseUrl);
const deps = { db, vault: createVault(vaultKeys), logger };
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  await requireVault(deps);
  if (command === 'begin') await db.vaultState.updateMany({ data: { dataKeysFrom: new Date() } });
  if (command !== 'status') {
    const { rewrapped, resealed, unreadable } = await keepVault(deps);
    say(`${rewrapped} keys were wrapped again, ${resealed} secrets sealed again, ${unreadable} do not open.`);
  }
  const status = await vaultStatus(deps);
  printStatus(status, await historiesBefore(db, status.wrapsWith));
} finally {
  await db.$disconnect();
}

function printStatus(
  { wrapsWith, next, sealsWithDataKeys, masterKeys }: VaultStatus,
  neededBefore: Date | null,
): void {
  for (const use of masterKeys) say(lineOf(use, { wrapsWith, next: next?.id, neededBefore }));
  if (next)
    say(`"${next.id}" takes its place ${next.from.toISOString()}: until then, processes may not have it.`);
  if (!sealsWithDataKeys)
    say('Secrets are sealed in the former format yet, for processes of the version before.');
}

type Around = { wrapsWith: string; next: string | undefined; neededBefore: Date | null };

function lineOf(
  { id, dataKeys, formerSecrets }: MasterKeyUse,
  { wrapsWith, next, neededBefore }: Around,
): string {
  const uses = `"${id}" wraps ${dataKeys} keys, and ${formerSecrets} secrets in the former format need it`;
  if (id === wrapsWith) return `${uses}. New keys are wrapped with it.`;
  if (dataKeys + formerSecrets > 0 || id === next) return `${uses}.`;
  return neededBefore
    ? `${uses}. Temporal needs it until 72 hours after the last work from before ${neededBefore.toISOString()} has ended.`
    : `${uses}. It can be taken out of VAULT_KEYS.`;
}
