/**
 * Adds a helper to the console of a developer's browser that lists the demo logins and the addresses of the stack's
 * parts.
 */
import { read } from '#web/lib/client.ts';
import { login } from '#web/features/accounts/auth/queries.ts';

/** Created by `prisma/seed.ts`; they exist on the one-machine stack only. */
const demoLogins = {
  demo: { email: 'demo@chalan.test', password: 'demo1234' },
  admin: { email: 'admin@chalan.test', password: 'admin1234' },
} as const;

/** `await chalanDemoData('admin')` signs in and reloads the page; without a name it only lists what is available. */
async function chalanDemoData(who?: keyof typeof demoLogins): Promise<object> {
  if (who) {
    await login(demoLogins[who]);
    window.location.reload();
  }
  return { logins: demoLogins, stack: await read<object>('/api/dev/info') };
}

export function offerDemoData(): void {
  Object.assign(window, { chalanDemoData });
}
