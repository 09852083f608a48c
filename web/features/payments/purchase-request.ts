/** Who wants to buy credits: opens the choice of an amount, or the payment of one that is chosen. */
import { useSyncExternalStore } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { PurchaseOrder } from './queries.ts';

export type PaymentRequest = {
  order: PurchaseOrder;
  /** The same wish at the prices of today. */
  atPrice: (settings: CreditSettings) => PurchaseOrder;
  onCreated?: (paymentId: string, order: PurchaseOrder) => void;
  /** The order is paid. */
  onPaid?: (order: PurchaseOrder) => void;
};
type PurchaseRequest = { step: 'choose'; missingCredits: number | null } | ({ step: 'pay' } & PaymentRequest);

let current: PurchaseRequest | null = null;
const listeners = new Set<() => void>();

function set(next: PurchaseRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** `missingCredits` suggests an amount that brings at least so many. */
export function requestBuyCredits(missingCredits: number | null = null): void {
  set({ step: 'choose', missingCredits });
}

export function requestPayment(request: PaymentRequest): void {
  set({ step: 'pay', ...request });
}

export function closePurchase(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePurchaseRequest(): PurchaseRequest | null {
  return useSyncExternalStore(subscribe, () => current);
}
