/** Holds the request to buy credits, which opens the choice of an amount or the payment of a chosen amount. */
import { useSyncExternalStore } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { PurchaseOrder } from './queries.ts';

export type PaymentRequest = {
  order: PurchaseOrder;
  /** The order has an unfinished payment, and the customer wishes another one. */
  again?: boolean;
  /** Returns the same order at current prices. */
  atPrice: (settings: CreditSettings) => PurchaseOrder;
};
type PurchaseRequest = { step: 'choose'; missingCredits: number | null } | ({ step: 'pay' } & PaymentRequest);

let current: PurchaseRequest | null = null;
const listeners = new Set<() => void>();

function set(next: PurchaseRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** `missingCredits` suggests an amount that covers at least that many credits. */
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
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
