/** Shows the next dialog of the requested purchase, and confirms the purchase once it is paid. */
import { useQueryClient } from '@tanstack/react-query';
import { isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { BuyCreditsDialog } from './buy-credits-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { afterPaid } from './cart/cart.ts';
import { updateCart } from './cart/cart-store.ts';
import type { PaidPayment } from './payment-machine.ts';
import {
  closePurchase,
  requestPayment,
  usePurchaseRequest,
  type PaymentRequest,
} from './purchase-request.ts';
import { repriced } from './amounts.ts';
import { confirmTransaction, type PurchaseOrder } from './queries.ts';
import { paymentWords } from './words.ts';

function confirmFailureText(error: unknown): string {
  if (isNetworkError(error) || !(error instanceof Error)) return messagesNow().purchaseFailed;
  return errorText(error) || messagesNow().purchaseRecordFailed;
}

/** The server has already recorded the purchase; this only fetches its confirmation and shows it. */
async function confirm(paid: PaidPayment, userId: string): Promise<void> {
  try {
    await confirmTransaction(paid, userId);
    notify('success', wordsNow(paymentWords).added(creditsText(paid.credits)));
  } catch (error) {
    notify('error', confirmFailureText(error), requestIdText(error));
  }
}

function Payment(props: { request: PaymentRequest }) {
  const { request } = props;
  const client = useQueryClient();
  const userId = useMe().data?.id;
  // Everything is refetched: the balance, the notifications and any open list.
  const refresh = () => client.invalidateQueries();
  const complete = async (paid: PaidPayment | null, order: PurchaseOrder) => {
    closePurchase();
    // The cart's order can also be paid from the transactions.
    updateCart((cart) => afterPaid(cart, order.number));
    if (paid && userId) await confirm(paid, userId);
    await refresh();
  };
  return (
    <PaymentDialog
      request={request}
      onSuccess={() => void refresh()}
      onCompleted={(paid, order) => void complete(paid, order)}
      onClose={closePurchase}
    />
  );
}

export function PurchaseDialogs() {
  const request = usePurchaseRequest();
  if (!request) return null;
  if (request.step === 'pay') return <Payment key={request.order.number} request={request} />;
  return (
    <BuyCreditsDialog
      missingCredits={request.missingCredits}
      onOrder={(order) => requestPayment({ order, atPrice: (settings) => repriced(order, settings) })}
      onClose={closePurchase}
    />
  );
}
