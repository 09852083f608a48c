/** Defines the content of the cart and its changes, independent of its storage. */
import { bdtForCredits, purchaseRules } from '#contracts/payments/purchase-rules.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';

/** `credits` is the cost of one row; the price in taka follows from it (spec section 3, "Cart item"). */
export type CartItem = { id: string; name: string; category: string; credits: number };

/**
 * The order with which the cart is paid. The same user and amount continue the same order. `paymentId` is its latest
 * payment; the windows of earlier ones can still be open, so those can be completed as well.
 */
export type CartOrder = {
  number: string;
  userId: string;
  amountBdt: number;
  paymentId: string | null;
  earlierPaymentIds?: string[];
};

/** `credits` is null until an amount other than the minimum is chosen. */
export type Cart = { items: CartItem[]; credits: number | null; order: CartOrder | null };

export const emptyCart: Cart = { items: [], credits: null, order: null };

type Rate = Pick<CreditSettings, 'creditsPerBDT' | 'minPurchaseCredits'>;

/** Adds a service, which the cart can contain only once. */
export function addItem(cart: Cart, item: CartItem): Cart {
  return cart.items.some(({ id }) => id === item.id) ? cart : { ...cart, items: [...cart.items, item] };
}

export function removeItem(cart: Cart, id: string): Cart {
  return { ...cart, items: cart.items.filter((item) => item.id !== id) };
}

function creditsMax({ creditsPerBDT }: Rate): number {
  return purchaseRules.amountMaxBdt * creditsPerBDT;
}

/** Returns the amount to buy, which is never below the minimum in the settings. */
export function cartCredits(cart: Cart, settings: Rate): number {
  return Math.max(settings.minPurchaseCredits, Math.min(creditsMax(settings), cart.credits ?? 0));
}

/** Returns the amount one step up or down, or null if it would leave the allowed range. */
export function steppedCredits(cart: Cart, direction: 1 | -1, settings: Rate): number | null {
  const now = cartCredits(cart, settings);
  const next = Math.max(settings.minPurchaseCredits, now + direction * purchaseRules.cartStepCredits);
  return next === now || next > creditsMax(settings) ? null : next;
}

export function cartAmountBdt(cart: Cart, settings: Rate): number {
  return bdtForCredits(cartCredits(cart, settings), settings.creditsPerBDT);
}

/** Returns the cart with the order to pay. A new number is created only for another customer or another amount. */
export function withOrder(
  cart: Cart,
  wanted: { userId: string; amountBdt: number; number: string },
): Cart & { order: CartOrder } {
  const { order } = cart;
  const same = order?.userId === wanted.userId && order.amountBdt === wanted.amountBdt;
  return { ...cart, order: same ? order : { ...wanted, paymentId: null } };
}

/** Returns the identifiers of all payments that were created for an order. */
export function paymentIdsOf({ paymentId, earlierPaymentIds = [] }: CartOrder): string[] {
  return paymentId === null ? earlierPaymentIds : [...earlierPaymentIds, paymentId];
}

export function withPayment(cart: Cart, orderNumber: string, paymentId: string): Cart {
  const { order } = cart;
  if (order?.number !== orderNumber) return cart;
  const earlierPaymentIds = paymentIdsOf(order).filter((id) => id !== paymentId);
  return { ...cart, order: { ...order, paymentId, earlierPaymentIds } };
}

/** Empties the cart after its order is paid. An order that no longer belongs to the cart leaves it unchanged. */
export function afterPaid(cart: Cart, orderNumber: string): Cart {
  return cart.order?.number === orderNumber ? emptyCart : cart;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isItem(value: unknown): value is CartItem {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['category'] === 'string' &&
    typeof value['credits'] === 'number'
  );
}

/** A cart that an earlier version stored has no list. */
function isListOfIds(value: unknown): value is string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((id) => typeof id === 'string'));
}

function isOrder(value: unknown): value is CartOrder {
  return (
    isRecord(value) &&
    typeof value['number'] === 'string' &&
    typeof value['userId'] === 'string' &&
    typeof value['amountBdt'] === 'number' &&
    (value['paymentId'] === null || typeof value['paymentId'] === 'string') &&
    isListOfIds(value['earlierPaymentIds'])
  );
}

/** Parses the stored cart. Anything that is not a cart of this version becomes an empty cart. */
export function parseCart(text: string | null): Cart {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || !Array.isArray(kept['items'])) return emptyCart;
    const items = kept['items'].filter(isItem).reduce((cart, item) => addItem(cart, item), emptyCart).items;
    const credits = typeof kept['credits'] === 'number' && kept['credits'] > 0 ? kept['credits'] : null;
    return { items, credits, order: isOrder(kept['order']) ? kept['order'] : null };
  } catch {
    return emptyCart;
  }
}
