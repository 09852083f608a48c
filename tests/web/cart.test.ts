/** The cart: unique services, an amount within its bounds, and one order until it is paid. */
import { describe, expect, it } from 'vitest';
import {
  addItem,
  afterPaid,
  cartAmountBdt,
  cartCredits,
  emptyCart,
  parseCart,
  removeItem,
  steppedCredits,
  withOrder,
  withPayment,
  type Cart,
} from '#web/features/payments/cart/cart.ts';

const settings = { creditsPerBDT: 2, minPurchaseCredits: 200 };
const expSearch = { id: 'exp-search', name: 'EXP Search', category: 'Bangladesh Bank', credits: 0.5 };
const converter = { id: 'pdf-excel-converter', name: 'PDF Converter', category: 'PDF', credits: 1 };
const withCredits = (credits: number): Cart => ({ ...emptyCart, credits });
const ordered = (amountBdt: number, number: string, userId = 'rahima') =>
  withOrder(addItem(emptyCart, expSearch), { userId, amountBdt, number });

describe('the cart', () => {
  it('the cart reads any stored text and keeps only what is a valid cart', () => {
    for (const text of [null, '', '{', 'null', '[]', '{"items":3}', '"cart"'])
      expect(parseCart(text)).toEqual(emptyCart);
    const kept = { items: [expSearch, expSearch, { id: 1 }, null], credits: -5, order: { number: 1 } };
    expect(parseCart(JSON.stringify(kept))).toEqual({ items: [expSearch], credits: null, order: null });
  });

  it('the cart is the same after it was stored and read', () => {
    const cart = withPayment(ordered(100, 'CHALAN-1'), 'CHALAN-1', 'TR001');
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  });

  it('the cart keeps each payment of its order once, because each can still be completed', () => {
    const paidBy = (cart: Cart, ...ids: string[]) =>
      ids.reduce((before, id) => withPayment(before, 'CHALAN-1', id), cart);
    const cart = paidBy(ordered(100, 'CHALAN-1'), 'TR001', 'TR002', 'TR002', 'TR003');
    expect(cart.order).toMatchObject({ paymentId: 'TR003', earlierPaymentIds: ['TR001', 'TR002'] });
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
    expect(paidBy(cart, 'TR001').order).toMatchObject({
      paymentId: 'TR001',
      earlierPaymentIds: ['TR002', 'TR003'],
    });
    const unread = { ...cart, order: { ...cart.order, earlierPaymentIds: [1] } };
    expect(parseCart(JSON.stringify(unread)).order).toBeNull();
  });

  it('the cart has each service only once', () => {
    const cart = addItem(addItem(emptyCart, expSearch), converter);
    expect(addItem(cart, { ...expSearch, credits: 9 })).toBe(cart);
    expect(removeItem(cart, 'exp-search').items).toEqual([converter]);
  });

  it('the cart starts at the minimum of the settings and never goes below it [minimum-amount]', () => {
    expect(cartCredits(emptyCart, settings)).toBe(200);
    expect(cartCredits(withCredits(50), settings)).toBe(200);
    expect(steppedCredits(emptyCart, -1, settings)).toBeNull();
    expect(steppedCredits(withCredits(230), -1, settings)).toBe(200);
    expect(steppedCredits(withCredits(250), 1, settings)).toBe(300);
  });

  it('the cart cannot exceed the limit of one purchase', () => {
    expect(steppedCredits(withCredits(200_000), 1, settings)).toBeNull();
    expect(cartCredits(withCredits(9_000_000), settings)).toBe(200_000);
  });

  it('the cart costs whole taka that buy at least the requested credits', () => {
    expect(cartAmountBdt(emptyCart, settings)).toBe(100);
    expect(cartAmountBdt(withCredits(250), { creditsPerBDT: 3, minPurchaseCredits: 200 })).toBe(84);
  });

  it('the cart keeps its order until the amount or the customer changes', () => {
    const cart = ordered(100, 'CHALAN-1');
    const again = (amountBdt: number, userId: string) =>
      withOrder(cart, { userId, amountBdt, number: 'CHALAN-2' }).order.number;
    expect(again(100, 'rahima')).toBe('CHALAN-1');
    expect(again(150, 'rahima')).toBe('CHALAN-2');
    expect(again(100, 'karim')).toBe('CHALAN-2');
  });

  it('the cart is emptied and reset only by its own paid order [emptied-by-its-order]', () => {
    const cart = { ...ordered(250, 'CHALAN-1'), credits: 500 };
    expect(afterPaid(cart, 'CHALAN-0')).toBe(cart);
    expect(withPayment(cart, 'CHALAN-0', 'TR001')).toBe(cart);
    expect(afterPaid(cart, 'CHALAN-1')).toEqual(emptyCart);
  });
});
