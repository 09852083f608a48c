/** Converts between taka and credits, spec sections 5 and 9: the only place where either is rounded. */
import type { PurchaseOrigin } from './payments.ts';

export const purchaseRules = {
  /** Minimum of the dialog; the cart's minimum is `minPurchaseCredits` of the settings. */
  amountMinBdt: 50,
  amountMaxBdt: 100_000,
  quickPackagesBdt: [100, 250, 500, 1000],
  popularPackageBdt: 250,
  cartStepCredits: 50,
  cartQuickPicksCredits: [200, 500, 1000, 2000],
} as const;

/** Converts taka to poisha; returns null for an amount with more than two decimals. */
export function poishaFromBdt(amountBdt: number): number | null {
  const poisha = Math.round(amountBdt * 100);
  return Math.abs(poisha / 100 - amountBdt) < 1e-9 ? poisha : null;
}

/** For display and answers only; amounts are calculated in poisha. */
export function bdtFromPoisha(poisha: number | bigint): number {
  return Number(poisha) / 100;
}

/**
 * Returns the whole credits that an amount buys, rounded half up, in hundredths: 250 BDT at 2 credits per BDT → 50000.
 */
export function creditsHundredthsForPoisha(amountPoisha: number, creditsPerBdtHundredths: number): number {
  return Math.round((amountPoisha * creditsPerBdtHundredths) / 10_000) * 100;
}

/**
 * Returns the whole taka that buy at least the given credits, as the cart needs: 200 credits at 2 per BDT → 100 BDT.
 */
export function bdtForCredits(credits: number, creditsPerBdt: number): number {
  return Math.ceil(credits / creditsPerBdt - 1e-9);
}

/** Reasons why an amount cannot be bought, each as a text or a message. */
export type PurchaseRefusals<Text> = {
  tooManyDecimals: () => Text;
  belowMinimum: (amountBdt: number) => Text;
  aboveMaximum: (amountBdt: number) => Text;
  noCredit: () => Text;
  belowCartMinimum: (credits: number) => Text;
};

/** Returns why an amount cannot be bought, as `say` puts it, or null if it can. */
export function purchaseRefusal<Text>(
  amountPoisha: number | null,
  origin: PurchaseOrigin,
  settings: { creditsPerBdtHundredths: number; minPurchaseCreditsHundredths: number },
  say: PurchaseRefusals<Text>,
): Text | null {
  const { amountMinBdt, amountMaxBdt } = purchaseRules;
  if (amountPoisha === null) return say.tooManyDecimals();
  if (amountPoisha < amountMinBdt * 100) return say.belowMinimum(amountMinBdt);
  if (amountPoisha > amountMaxBdt * 100) return say.aboveMaximum(amountMaxBdt);
  const credits = creditsHundredthsForPoisha(amountPoisha, settings.creditsPerBdtHundredths);
  if (credits <= 0) return say.noCredit();
  if (origin === 'cart' && credits < settings.minPurchaseCreditsHundredths) {
    return say.belowCartMinimum(settings.minPurchaseCreditsHundredths / 100);
  }
  return null;
}
