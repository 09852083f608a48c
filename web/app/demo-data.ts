/** A helper for the console of a developer's browser: the demo logins, and where the stack's parts are. */
import { read } from '#web/lib/client.ts';
import { login } from '#web/features/accounts/auth/queries.ts';

/** As `prisma/seed.ts` makes them on the one-machine stack; no other has them. */
const demoLogins = {
  demo: { email: 'demo@chalan.test', password: 'demo1234' },
  admin: { email: 'admin@chalan.test', password: 'admin1234' },
} as const;

/** `await chalanDemoData('admin')` signs in and loads the page anew; without a name it only tells what there is. */
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
