/** Takes the cart to its payment, through the sign-in dialog if necessary, and empties it once it is paid. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { wordsNow } from '#web/lib/words.ts';
import { meQuery, useMe } from '#web/features/accounts/auth/queries.ts';
import { creditsFor, newOrderNumber } from '#web/features/payments/amounts.ts';
import { requestPayment } from '#web/features/payments/purchase-request.ts';
import { queryPayment, type PurchaseOrder } from '#web/features/payments/queries.ts';
import { afterPaid, cartAmountBdt, paymentIdsOf, withOrder } from './cart.ts';
import { currentCart, updateCart, useCart } from './cart-store.ts';
import { cartWords } from './words.ts';

/** Converts the cart to an order at current prices: the credits stay the same, and their cost is updated. */
function orderCart(userId: string, settings: CreditSettings): PurchaseOrder {
  const amountBdt = cartAmountBdt(currentCart(), settings);
  const { order } = withOrder(currentCart(), { userId, amountBdt, number: newOrderNumber() });
  updateCart((cart) => ({ ...cart, order }));
  return { number: order.number, amountBdt, credits: creditsFor(amountBdt, settings), origin: 'cart' };
}

function payCart(userId: string, settings: CreditSettings): void {
  requestPayment({
    order: orderCart(userId, settings),
    atPrice: (fresh) => orderCart(userId, fresh),
  });
}

/** Pays for the cart. A customer who is signed out signs in first and then continues. */
export function useCartPurchase(settings: CreditSettings): () => void {
  const client = useQueryClient();
  const me = useMe();
  return () => {
    if (me.data) {
      payCart(me.data.id, settings);
      return;
    }
    requestSignIn({
      mode: 'sign-in',
      notice: wordsNow(cartWords).signInFirst,
      onSignedIn: () => {
        const user = client.getQueryData(meQuery.queryKey);
        if (user && !user.isAdmin) payCart(user.id, settings);
      },
    });
  };
}

/** Empties a cart of which any payment was completed in another tab or after the page was left. */
export function useSettleCart(): void {
  const { order } = useCart();
  const me = useMe();
  const ids = order !== null && order.userId === me.data?.id ? paymentIdsOf(order) : [];
  const payments = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['cart-payment', id],
      queryFn: () => queryPayment(id),
      staleTime: 60_000,
      retry: false,
    })),
  });
  const number = order?.number ?? null;
  const paid = payments.some(
    ({ data }, at) => data?.transactionStatus === 'Completed' && data.paymentID === ids[at],
  );
  useEffect(() => {
    if (paid && number !== null) updateCart((cart) => afterPaid(cart, number));
  }, [paid, number]);
}
