/** Creates a claim step by step: scheme, shipment, certificates, calculation, and the single click that submits it. */
import type { Page } from 'playwright';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { cellTexts, pairsOf } from '#activities/portals/page-reading.ts';
import { certificateItems, shipmentItems, type ClaimItem } from '#activities/portals/bank-ci/claim-items.ts';
import { config } from '#activities/portals/bank-ci/config.ts';
import { button, link } from '#activities/portals/controls.ts';
import { formEntries } from '#activities/portals/form-items.ts';
import {
  amountOf,
  file,
  fillIn,
  clickAndWait,
  wordsInstead,
  openClaims,
  select,
  type Fields,
} from '#activities/portals/bank-ci/tools.ts';
import { readClaim } from './claims-page.ts';

type Texts = Readonly<Record<string, string>>;
/** The bank's message if it does not continue. */
export type Refused = { words: string };
/** Decimal numbers as text, as the bank calculates them. */
export type Calculation = { netFob: string; ratePercent: string; claimFc: string; claimBdt: string };

/** Fills in the form from any page up to the bank's calculation. Nothing is filed yet. */
export async function calculateClaim(
  page: Page,
  scheme: IncentiveScheme,
  texts: Texts,
): Promise<Calculation | Refused> {
  const { form, list, schemes } = config;
  await openClaims(page);
  await clickAndWait(page, link(page, list.create));
  await select(page, form.scheme, schemes[scheme]);
  const steps: { items: readonly ClaimItem[]; go: string; leadsTo: string }[] = [
    { items: [], go: form.next, leadsTo: form.shipment },
    { items: shipmentItems, go: form.next, leadsTo: form.certificates },
    { items: certificateItems, go: form.calculate, leadsTo: form.calculation },
  ];
  for (const { items, go, leadsTo } of steps) {
    await fillIn(page, formEntries(items, texts, { idOf: ({ id }) => id }));
    await clickAndWait(page, button(page, go));
    const words = await wordsInstead(page, leadsTo);
    if (words !== null) return { words };
  }
  return readCalculation(page);
}

async function readCalculation(page: Page): Promise<Calculation> {
  return figuresIn(pairsOf(await cellTexts(page, config.form.calculation)));
}

/** Reads the figures, which have the same labels in a calculation and in a claim. */
export function figuresIn(fields: Fields): Calculation {
  return {
    netFob: amountOf(fields, 'Net FOB'),
    ratePercent: amountOf(fields, 'Rate (%)'),
    claimFc: amountOf(fields, 'Claim (FC)'),
    claimBdt: amountOf(fields, 'Claim (BDT)'),
  };
}

/** Clicks the button that submits the claim. */
export const submitClaim = (page: Page): Promise<void> => file(page, button(page, config.form.submit));

/** Reads the new claim, or the bank's message if there is none. */
export async function readAnswer(page: Page): Promise<{ fields: Fields } | Refused> {
  const words = await wordsInstead(page, config.claim.table);
  return words === null ? { fields: await readClaim(page) } : { words };
}
