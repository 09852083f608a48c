/** Makes what tests start from: unique on every call, and everything may be overridden. */
import { randomUUID } from 'node:crypto';
import { creditMessages } from '#contracts/credits/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { createToken } from '#api/domain/integrations/api-tokens.ts';
import type { ApiTokenRequest } from '#contracts/integrations/api-tokens.ts';
import type { Database } from '#prisma/client.ts';

type UserFields = Partial<{
  id: string;
  email: string;
  name: string;
  company: string;
  mobile: string;
  emailVerified: boolean;
  isAdmin: boolean;
  status: string;
}>;

/** A verified customer without a password; `creditsHundredths` are added by an administrator. */
export async function createUser(db: Database, given: UserFields & { creditsHundredths?: bigint } = {}) {
  const { creditsHundredths = 0n, ...fields } = given;
  const id = fields.id ?? randomUUID();
  const user = await db.user.create({
    data: {
      id,
      email: `${id}@example.test`,
      name: 'Test Customer',
      company: 'Test Exports Ltd.',
      mobile: '+8801700000000',
      emailVerified: true,
      ...fields,
    },
  });
  if (creditsHundredths > 0n) {
    await adjustCredits(db, {
      userId: id,
      amountHundredths: creditsHundredths,
      operation: 'add',
      key: `factory:${id}`,
      actorId: 'factory',
      description: quote('Credits to start with'),
    });
  }
  return user;
}

/** A passkey, and sessions that were opened with it; its device is not needed, as `passkeys.test.ts` shows a real one. */
export async function provePasskey(db: Database, userId: string): Promise<void> {
  const id = randomUUID();
  const key = { publicKey: 'none', counter: 0, deviceType: 'singleDevice', backedUp: false };
  await db.passkey.create({ data: { id, userId, name: 'Test', credentialID: id, ...key } });
  await db.session.updateMany({ where: { userId }, data: { factor: 'passkey' } });
}

/** A token for all services, from anywhere and without a cap. */
export const newTokenRequest = (given: Partial<ApiTokenRequest> = {}): ApiTokenRequest => ({
  name: 'ERP',
  scopes: ['jobs:read'],
  expiresInDays: 90,
  serviceIds: null,
  creditCap: null,
  addressRanges: [],
  ...given,
});

/** A token that its owner has created in a session, which has ended since. */
export async function storedToken(db: Database, userId: string, request = newTokenRequest()) {
  const sessionToken = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await db.session.create({ data: { id: randomUUID(), token: sessionToken, userId, expiresAt } });
  const created = await createToken(db, { id: userId, sessionToken }, request, new Date());
  await db.session.deleteMany({ where: { token: sessionToken } });
  return created;
}

/** What a job asks to be held. */
export const held = (userId: string, amountHundredths: bigint, jobId: string = randomUUID()) => ({
  jobId,
  attempt: 1,
  userId,
  amountHundredths,
  description: creditMessages.job({ service: 'EXP Search', file: 'list.xlsx' }),
});

export const settlement = (jobId: string, captureHundredths: bigint) => ({
  jobId,
  attempt: 1,
  captureHundredths,
  description: creditMessages.job({ service: 'EXP Search', file: 'list.xlsx' }),
});

export const adjustment = (
  userId: string,
  operation: 'add' | 'deduct',
  amountHundredths: bigint,
  key: string = randomUUID(),
) => ({
  userId,
  operation,
  amountHundredths,
  key,
  actorId: 'admin',
  description: quote('By an administrator'),
});
