/** The demo accounts of the one-machine stack; a second seed changes nothing. */
import { createAuth } from '#api/adapters/auth.ts';
import type { Deps } from '#api/deps.ts';
import { register } from '#api/domain/accounts.ts';
import { adjustCredits } from '#api/domain/ledger.ts';

type SeedDeps = Pick<Deps, 'env' | 'db' | 'logger' | 'clock'>;

const company = 'Padma Apparels Ltd.';
const mobile = '+880 1711-000000';
const customer = { email: 'demo@chalan.test', password: 'demo1234', name: 'Demo Customer', company, mobile };
const administrator = {
  email: 'admin@chalan.test',
  password: 'admin1234',
  name: 'Demo Administrator',
  company,
  mobile,
};

const DEMO_CREDITS_HUNDREDTHS = 50_000n;

export async function seedDemo(deps: SeedDeps): Promise<void> {
  // Nobody reads the mails of these addresses.
  const quiet = createAuth({ ...deps, mailer: { send: async () => {} } });
  const idOf = async (account: typeof customer, isAdmin: boolean): Promise<string> => {
    const existing = await deps.db.user.findUnique({ where: { email: account.email } });
    if (!existing) await register({ ...deps, auth: quiet }, account);
    const data = { emailVerified: true, isAdmin };
    return (await deps.db.user.update({ where: { email: account.email }, data })).id;
  };
  const adminId = await idOf(administrator, true);
  const userId = await idOf(customer, false);
  await adjustCredits(deps.db, {
    userId,
    amountHundredths: BigInt(DEMO_CREDITS_HUNDREDTHS),
    operation: 'add',
    key: `seed:${userId}`,
    actorId: adminId,
    description: 'Demo credits',
  });
}
