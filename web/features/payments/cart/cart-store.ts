/** The cart of this browser: kept in localStorage and the same in every tab. */
import { useSyncExternalStore } from 'react';
import { emptyCart, parseCart, type Cart } from './cart.ts';

const storageKey = 'chalan-cart';
const listeners = new Set<() => void>();
let keptText: string | null = null;
let current: Cart = emptyCart;

/** Reads what another tab may have written; the same text is the same object, as React asks for. */
export function currentCart(): Cart {
  try {
    const text = localStorage.getItem(storageKey);
    if (text !== keptText) {
      keptText = text;
      current = parseCart(text);
    }
  } catch {
    // Without storage the cart lives as long as the page.
  }
  return current;
}

export function updateCart(change: (cart: Cart) => Cart): void {
  const before = currentCart();
  const next = change(before);
  if (next === before) return;
  current = next;
  try {
    const text = JSON.stringify(next);
    localStorage.setItem(storageKey, text);
    keptText = text;
  } catch {
    // As above: the change holds for this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useCart(): Cart {
  return useSyncExternalStore(subscribe, currentCart);
}
