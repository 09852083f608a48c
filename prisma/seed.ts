/** Seeds the demo accounts, a second bank and the known incentive rates of the one-machine stack, once. */
import { createAuth } from '#api/adapters/auth.ts';
import type { Deps } from '#api/deps.ts';
import { addRate, listRates } from '#api/domain/portals/incentive-rates.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { hasCredential, storeCredential } from '#api/domain/portals/credentials.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { LOGIN_SAVED } from '#api/domain/portals/managed-logins.ts';
import { register } from '#api/domain/accounts/registration.ts';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { seedBank } from './seed-bank.ts';
import { seedBlog } from './seed-blog.ts';

type SeedDeps = Pick<Deps, 'auth' | 'env' | 'db' | 'vault' | 'logger' | 'clock'>;

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

/** Rates as announced for the half-year; the rate for new markets is listed separately and not known here. */
const incentiveRates: readonly { scheme: IncentiveScheme; ratePercent: number }[] = [
  { scheme: 'LOCAL_TEXTILE', ratePercent: 1.5 },
  { scheme: 'SME', ratePercent: 3 },
  { scheme: 'EURO_ZONE', ratePercent: 0.5 },
  { scheme: 'SPECIAL_RMG', ratePercent: 0.3 },
];
const ratesPeriod = { validFrom: '2026-01-01', validTo: '2026-06-30' };

const sandboxLogin = { username: 'padma', password: 'padma1234' };

const DEMO_CREDITS_HUNDREDTHS = 50_000n;

export async function seedDemo(deps: SeedDeps): Promise<void> {
  // These accounts' mails are not sent, because nobody reads them.
  const quiet = createAuth({
    ...deps,
    authSecret: deps.auth.options.secret,
    mailer: { send: async () => {} },
  });
  const idOf = async (account: typeof customer, isAdmin: boolean): Promise<string> => {
    const existing = await deps.db.user.findUnique({ where: { email: account.email } });
    if (!existing) await register({ ...deps, auth: quiet }, { ...account, language: null });
    const data = { emailVerified: true, isAdmin };
    return (await deps.db.user.update({ where: { email: account.email }, data })).id;
  };
  const adminId = await idOf(administrator, true);
  const userId = await idOf(customer, false);
  await adjustCredits(deps.db, {
    userId,
    amountHundredths: DEMO_CREDITS_HUNDREDTHS,
    operation: 'add',
    key: `seed:${userId}`,
    actorId: adminId,
    description: creditMessages.demo(),
  });
  await seedBlog(deps, adminId);
  if (deps.env.SANDBOX_URL) await seedLogins(deps, userId, adminId);
  await seedBank(deps, adminId);
  // Rates that an administrator has changed are kept.
  if ((await listRates(deps.db)).length > 0) return;
  for (const rate of incentiveRates) await addRate(deps.db, { ...rate, ...ratesPeriod }, null);
}

/** Saves the demo customer's logins for the sandbox's portals. Logins that he later changes or removes stay so. */
async function seedLogins(deps: SeedDeps, userId: string, adminId: string): Promise<void> {
  const change = { action: LOGIN_SAVED, subject: `user/${userId}` };
  if ((await deps.db.auditEntry.count({ where: change })) > 0) return;
  for (const portal of credentialPortals) {
    if (await hasCredential(deps.db, { userId, portal })) continue;
    await storeCredential(deps, { userId, portal }, { ...sandboxLogin, consent: true, managedBy: adminId });
  }
  const reason = 'Logins of the one-machine stack';
  await recordChange(deps.db, { ...change, adminId, reason, before: null, after: { managed: true } });
}
