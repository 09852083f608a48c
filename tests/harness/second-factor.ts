/** Accounts with two-step sign-in: `const { code } = await switchOnSecondFactor(app, ana)`. */
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import type { Account, startTestApp } from './app.ts';
import { secretFromBase32 } from './authenticator.ts';

type App = Pick<Awaited<ReturnType<typeof startTestApp>>, 'deps' | 'post'>;

/** `code` returns a code that was not used yet; each code works once. */
export async function switchOnSecondFactor(
  { deps, post }: App,
  { id: userId, password, cookie }: Account,
): Promise<{ code: () => string }> {
  const place = `/api/users/${userId}/second-factor`;
  const begun = await post(`${place}/begin`, { currentPassword: password }, cookie);
  const secret = secretFromBase32(String(begun.body['secret']));
  const code = () => codeOfStep(secret, stepAt(deps.clock()));
  const { status, text } = await post(`${place}/confirm`, { code: code() }, cookie);
  if (status !== 200) throw new Error(`confirm answered ${status}: ${text}`);
  // Allows the code that confirmed the factor to be used again within its half minute.
  await deps.db.secondFactor.update({ where: { userId }, data: { lastStep: 0 } });
  return { code };
}
