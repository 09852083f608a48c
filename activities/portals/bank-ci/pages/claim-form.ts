/** A new claim, step by step: scheme, shipment, certificates, calculation, and the one click that submits. */
import type { Locator, Page } from 'playwright';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { pairsOf } from '#activities/portals/page-tools.ts';
import {
  certificateItems,
  shipmentItems,
  typed,
  type ClaimItem,
} from '#activities/portals/bank-ci/claim-items.ts';
import { config } from '#activities/portals/bank-ci/config.ts';
import {
  alertWords,
  amountOf,
  button,
  field,
  file,
  goOn,
  hasCome,
  link,
  onPage,
  openClaims,
  type Facts,
} from '#activities/portals/bank-ci/whereabouts.ts';
import { readClaim } from './claims-page.ts';

type Texts = Readonly<Record<string, string>>;
/** The bank's words why it does not go on. */
export type Refused = { words: string };
/** Decimal texts, as the bank calculates them. */
export type Calculation = { netFob: string; ratePercent: string; claimFc: string; claimBdt: string };

/** From wherever the browser is to the bank's calculation; nothing is filed yet. */
export async function calculateClaim(
  page: Page,
  scheme: IncentiveScheme,
  texts: Texts,
): Promise<Calculation | Refused> {
  const { form, list, schemes, timeouts } = config;
  await openClaims(page);
  await goOn(page, link(page, list.create));
  const { elementMs: timeout } = timeouts;
  await onPage(page, () => field(page, form.scheme).selectOption({ label: schemes[scheme] }, { timeout }));
  const steps: { items: readonly ClaimItem[]; go: string; leadsTo: string }[] = [
    { items: [], go: form.next, leadsTo: form.shipment },
    { items: shipmentItems, go: form.next, leadsTo: form.certificates },
    { items: certificateItems, go: form.calculate, leadsTo: form.calculation },
  ];
  for (const { items, go, leadsTo } of steps) {
    await fillItems(page, items, texts);
    await goOn(page, button(page, go));
    if (!(await hasCome(page, page.locator(leadsTo)))) return { words: await alertWords(page) };
  }
  return readCalculation(page.locator(form.calculation));
}

/** An optional cell that is empty leaves its item as it is. */
async function fillItems(page: Page, items: readonly ClaimItem[], texts: Texts): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  for (const { column, kind, ...named } of items) {
    const text = texts[column];
    if (text === undefined) continue;
    const item = field(page, named);
    const type = (): Promise<unknown> =>
      kind === 'choice' ? item.selectOption(text, { timeout }) : item.fill(typed(kind, text), { timeout });
    await onPage(page, type);
  }
}

async function readCalculation(table: Locator): Promise<Calculation> {
  return figuresIn(pairsOf(await table.locator('th, td').allTextContents()));
}

/** The same figures stand in a calculation and in a claim. */
export function figuresIn(facts: Facts): Calculation {
  return {
    netFob: amountOf(facts, 'Net FOB'),
    ratePercent: amountOf(facts, 'Rate (%)'),
    claimFc: amountOf(facts, 'Claim (FC)'),
    claimBdt: amountOf(facts, 'Claim (BDT)'),
  };
}

/** The click that files. */
export const submitClaim = (page: Page): Promise<void> => file(page, button(page, config.form.submit));

/** The new claim, or the bank's words why there is none. */
export async function readAnswer(page: Page): Promise<{ facts: Facts } | Refused> {
  if (await hasCome(page, page.locator(config.claim.table))) return { facts: await readClaim(page) };
  return { words: await alertWords(page) };
}
