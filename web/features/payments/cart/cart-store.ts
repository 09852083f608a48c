/** Stores this browser's cart in localStorage and keeps it the same in every tab. */
import { useSyncExternalStore } from 'react';
import { emptyCart, parseCart, type Cart } from './cart.ts';

const storageKey = 'chalan-cart';
const listeners = new Set<() => void>();
let keptText: string | null = null;
let current: Cart = emptyCart;

/**
 * Reads the cart, which another tab may have written. The same text returns the same object, as useSyncExternalStore
 * requires.
 */
export function currentCart(): Cart {
  try {
    const text = localStorage.getItem(storageKey);
    if (text !== keptText) {
      keptText = text;
      current = parseCart(text);
    }
  } catch {
    // Without storage the cart lasts as long as the page.
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
    // As above, the change lasts as long as the page.
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
  return useSyncExternalStore(subscribe, currentCart, () => emptyCart);
}
