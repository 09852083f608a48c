/** Free trial credits once for an address, also when its account was deleted and it registers again. */
import type { Vault } from '#api/adapters/vault.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { grantTrialCredits } from './ledger.ts';

type Person = { id: string; email: string };

export async function grantTrialOnce(
  { db, vault }: { db: DatabaseOrTransaction; vault: Vault },
  { id, email }: Person,
): Promise<void> {
  const had = await db.formerTrial.count({ where: { mark: { in: marksOf(vault, email) } } });
  if (had === 0) await grantTrialCredits(db, id);
}

/** What stays of the address is a mark, from which nobody can read it. */
export async function rememberTrial(tx: Transaction, vault: Vault, { id, email }: Person): Promise<void> {
  const [mark, ...earlier] = marksOf(vault, email);
  const granted = await tx.ledgerTransfer.count({ where: { userId: id, kind: 'trial' } });
  const known = await tx.formerTrial.count({ where: { mark: { in: earlier } } });
  if (granted > 0 && known === 0) await tx.formerTrial.createMany({ data: { mark }, skipDuplicates: true });
}

const marksOf = (vault: Vault, email: string) => vault.marks(email.toLowerCase(), 'trial');
