/** Computes what an amount buys, why an amount is refused, and the number of an order. */
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import type { PurchaseOrigin } from '#contracts/payments/payments.ts';
import {
  bdtForCredits,
  creditsHundredthsForPoisha,
  poishaFromBdt,
  purchaseRefusal,
  purchaseRules,
} from '#contracts/payments/purchase-rules.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { formatNumber, plainDigits } from '#web/lib/numbers.ts';
import { wordsNow } from '#web/lib/words.ts';
import { paymentWords } from './words.ts';

type Rate = Pick<CreditSettings, 'creditsPerBDT' | 'minPurchaseCredits'>;

/** Returns the credits that an amount in taka buys. */
export function creditsFor(amountBdt: number, { creditsPerBDT }: Rate): number {
  const poisha = poishaFromBdt(amountBdt);
  if (poisha === null) return 0;
  return creditsFromHundredths(creditsHundredthsForPoisha(poisha, hundredthsFromCredits(creditsPerBDT)));
}

/** Returns the same amount at another price. */
export const repriced = <Order extends { amountBdt: number; credits: number }>(
  order: Order,
  settings: Rate,
): Order => ({ ...order, credits: creditsFor(order.amountBdt, settings) });

/** Returns why an amount cannot be bought here, or null if it can. The server applies the same rule. */
export function refusalOf(amountBdt: number, origin: PurchaseOrigin, settings: Rate): string | null {
  const rate = {
    creditsPerBdtHundredths: hundredthsFromCredits(settings.creditsPerBDT),
    minPurchaseCreditsHundredths: hundredthsFromCredits(settings.minPurchaseCredits),
  };
  return purchaseRefusal(poishaFromBdt(amountBdt), origin, rate, wordsNow(paymentWords).refusals);
}

/** Formats taka without decimals: "৳1,000". */
export function wholeTaka(amountBdt: number): string {
  return `৳${formatNumber(amountBdt, { maximumFractionDigits: 0 })}`;
}

/** Parses a typed amount in taka: "1,500", "1500.50" and "৫০০" are valid, "ten" and "" are not. */
export function amountIn(text: string): number | null {
  const digits = plainDigits(text).replace(/[\s,৳]/g, '');
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}

/** Returns the smallest package that covers the missing credits, or their exact price if no package does. */
export function suggestedAmountBdt(missingCredits: number, { creditsPerBDT }: Rate): number {
  const exactBdt = bdtForCredits(missingCredits, creditsPerBDT);
  const enough = purchaseRules.quickPackagesBdt.find((amountBdt) => amountBdt >= exactBdt);
  return enough ?? Math.min(exactBdt, purchaseRules.amountMaxBdt);
}

/** Creates the client's order number from a prefix, the time and a random string (spec section 7, "Payments"). */
export function newOrderNumber(now = Date.now(), random: string = crypto.randomUUID()): string {
  return `CHALAN-${now}-${random.slice(0, 8)}`;
}
