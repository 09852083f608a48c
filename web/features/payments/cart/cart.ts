/** What is in the cart and what its changes mean, apart from where it is kept. */
import { bdtForCredits, purchaseRules } from '#contracts/payments/purchase-rules.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';

/** `credits` is the cost of one row; the price in taka follows from it (spec section 3, "Cart item"). */
export type CartItem = { id: string; name: string; category: string; credits: number };

/** The order that the cart is being paid with: the same user and amount go on with the same order. */
export type CartOrder = { number: string; userId: string; amountBdt: number; paymentId: string | null };

/** `credits` is null until another amount than the minimum is chosen. */
export type Cart = { items: CartItem[]; credits: number | null; order: CartOrder | null };

export const emptyCart: Cart = { items: [], credits: null, order: null };

type Rate = Pick<CreditSettings, 'creditsPerBDT' | 'minPurchaseCredits'>;

/** A service can be in the cart only once. */
export function addItem(cart: Cart, item: CartItem): Cart {
  return cart.items.some(({ id }) => id === item.id) ? cart : { ...cart, items: [...cart.items, item] };
}

export function removeItem(cart: Cart, id: string): Cart {
  return { ...cart, items: cart.items.filter((item) => item.id !== id) };
}

function creditsMax({ creditsPerBDT }: Rate): number {
  return purchaseRules.amountMaxBdt * creditsPerBDT;
}

/** The amount to buy: never below the minimum of the settings. */
export function cartCredits(cart: Cart, settings: Rate): number {
  return Math.max(settings.minPurchaseCredits, Math.min(creditsMax(settings), cart.credits ?? 0));
}

/** One step up or down; null where the step would leave what may be bought. */
export function steppedCredits(cart: Cart, direction: 1 | -1, settings: Rate): number | null {
  const now = cartCredits(cart, settings);
  const next = Math.max(settings.minPurchaseCredits, now + direction * purchaseRules.cartStepCredits);
  return next === now || next > creditsMax(settings) ? null : next;
}

export function cartAmountBdt(cart: Cart, settings: Rate): number {
  return bdtForCredits(cartCredits(cart, settings), settings.creditsPerBDT);
}

/** The cart with the order to pay; a new number only for another customer or another amount. */
export function withOrder(
  cart: Cart,
  wanted: { userId: string; amountBdt: number; number: string },
): Cart & { order: CartOrder } {
  const { order } = cart;
  const same = order?.userId === wanted.userId && order.amountBdt === wanted.amountBdt;
  return { ...cart, order: same ? order : { ...wanted, paymentId: null } };
}

export function withPayment(cart: Cart, orderNumber: string, paymentId: string): Cart {
  return cart.order?.number === orderNumber ? { ...cart, order: { ...cart.order, paymentId } } : cart;
}

/** A paid order empties the cart; one that the cart no longer belongs to leaves it alone. */
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

function isOrder(value: unknown): value is CartOrder {
  return (
    isRecord(value) &&
    typeof value['number'] === 'string' &&
    typeof value['userId'] === 'string' &&
    typeof value['amountBdt'] === 'number' &&
    (value['paymentId'] === null || typeof value['paymentId'] === 'string')
  );
}

/** The cart that a browser kept; whatever is not a cart of this version is an empty one. */
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
