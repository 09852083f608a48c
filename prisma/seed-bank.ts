/** Seeds the second bank of the one-machine stack, whose desk the sandbox serves on a host of its own. */
import type { Deps } from '#api/deps.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { setDeskAddress } from '#api/domain/portals/bank-addresses.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';

type SeedDeps = Pick<Deps, 'env' | 'db' | 'clock'>;

const KEY = 'delta-bank';
const names = { nameEn: 'Delta Bank', nameBn: 'ডেল্টা ব্যাংক' };
const DESK_HOST = 'desk.delta-bank.localhost';
const DESK_PATH = '/bank-ci-delta';

/**
 * Adds the bank once: what administrators make of it later stays so. Only its address follows the sandbox, which may be at
 * another port after a restart.
 */
export async function seedBank(deps: SeedDeps, adminId: string): Promise<void> {
  const { SANDBOX_URL } = deps.env;
  if (!SANDBOX_URL) return;
  const address = deskOf(SANDBOX_URL);
  const atSandbox = { contains: `//${DESK_HOST}:` };
  const known = await deps.db.bank.findFirst({ where: { OR: [{ key: KEY }, { address: atSandbox }] } });
  if (!known) await addBank(deps, { address, adminId });
  else if (known.hasDesk && known.address?.includes(atSandbox.contains) && known.address !== address)
    await moveDesk(deps, { bankKey: known.key, address, adminId });
}

function deskOf(sandboxUrl: string): string {
  const { protocol, port } = new URL(sandboxUrl);
  return `${protocol}//${DESK_HOST}:${port}${DESK_PATH}`;
}

async function addBank(deps: SeedDeps, { address, adminId }: { address: string; adminId: string }) {
  const reason = 'Second bank of the one-machine stack';
  const bank = { key: KEY, ...names, hasDesk: true, isEnabled: true };
  await deps.db.$transaction(async (tx) => {
    const data = [{ ...bank, place: placeOfBank(KEY), createdBy: adminId }];
    // Another process that starts at the same time adds it as well.
    const { count } = await tx.bank.createMany({ data, skipDuplicates: true });
    if (count === 0) return;
    const change = { adminId, action: 'bank added', subject: `bank/${KEY}`, reason } as const;
    await recordChange(tx, { ...change, before: null, after: bank });
    await setDeskAddress(tx, deps, { bankKey: KEY, address, hosts: '' }, { adminId, reason, key: 'seed' });
  });
}

async function moveDesk(
  deps: SeedDeps,
  { bankKey, address, adminId }: { bankKey: string; address: string; adminId: string },
): Promise<void> {
  const by = { adminId, reason: 'The sandbox has another port', key: 'seed' };
  await deps.db.$transaction((tx) => setDeskAddress(tx, deps, { bankKey, address, hosts: '' }, by));
}
