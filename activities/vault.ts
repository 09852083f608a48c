/** Vault maintenance as a scheduled step. */
import type { Deps } from '#api/deps.ts';
import { keepVault } from '#api/domain/portals/vault-upkeep.ts';
import { beating } from './heartbeats.ts';

export type VaultActivities = ReturnType<typeof vaultActivities>;

export function vaultActivities(deps: Pick<Deps, 'db' | 'vault' | 'logger'>) {
  return {
    keepVault: (): Promise<void> => beating(async () => void (await keepVault(deps))),
  };
}
