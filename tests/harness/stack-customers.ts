/** Further customers of a test stack, who sign in with the demo customer's password. */
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { createUser } from '#tests/factories.ts';
import { demoCustomer } from './demo-logins.ts';
import type { TestStack } from './stack.ts';

/** Creates a customer, and signs them in. */
export async function newStackCustomer({ db, app }: Pick<TestStack, 'db' | 'app'>): Promise<Customer> {
  const { accounts } = await db.user.findUniqueOrThrow({
    where: { email: demoCustomer.email },
    include: { accounts: true },
  });
  const [account] = accounts;
  if (!account) throw new Error('The demo customer has no password.');
  const user = await createUser(db);
  await db.account.create({ data: { ...account, id: user.id, accountId: user.id, userId: user.id } });
  return signIn(app, user.email, demoCustomer.password);
}

/** Saves the same login for every portal that needs one. */
export async function saveLogins(customer: Customer, username: string, password: string): Promise<void> {
  for (const portal of credentialPortals) await customer.saveLogin(portal, username, password);
}
