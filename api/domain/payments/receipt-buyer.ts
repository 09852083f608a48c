/** The buyer on a receipt, who is kept with the payment so that the receipt stays the same. */
import { z } from 'zod';
import type { Transaction } from '#prisma/client.ts';

const buyerSchema = z.object({
  name: z.string(),
  company: z.string(),
  email: z.string(),
  mobile: z.string(),
});
type ReceiptBuyer = z.infer<typeof buyerSchema>;

/** Returns the customer as the buyer on a receipt. */
export function buyerOf(tx: Transaction, userId: string): Promise<ReceiptBuyer> {
  return tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, company: true, email: true, mobile: true },
  });
}

/** Returns the stored buyer; null if the payment was made before buyers were stored. */
export const storedBuyer = (stored: unknown): ReceiptBuyer | null =>
  stored === null ? null : buyerSchema.parse(stored);
