/** Credit settings, and the administrators' changes to the catalogue: prices and which services are enabled. */
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { creditsHundredthsForPoisha, purchaseRules } from '#contracts/payments/purchase-rules.ts';
import type { AuditValues } from '#contracts/accounts/audit.ts';
import type { SettingsBody } from '#contracts/site/settings.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { siteMessages } from '#contracts/site/messages.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { findService, services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { unavailableServices, whyUnavailable } from '#api/domain/portals/portal-addresses.ts';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import { changedValues, recordChange } from '#api/domain/accounts/audit.ts';
import { keptSiteTexts, siteTextsOf } from './pages-texts.ts';

/** Price of services that are not in the catalogue (spec section 5). */
const UNKNOWN_COST_HUNDREDTHS = 100;

/** Returns prices and limits in credits. By default, a service has the catalogue's price and is enabled. */
export async function getSettings(db: DatabaseOrTransaction): Promise<CreditSettings> {
  const [settings, overrides, unavailable] = await Promise.all([
    db.settings.findUniqueOrThrow({ where: { id: 1 } }),
    db.serviceSetting.findMany(),
    unavailableServices(db),
  ]);
  const overrideOf = new Map(overrides.map((override) => [override.serviceId, override]));
  const costOf = (service: ServiceDefinition): number =>
    overrideOf.get(service.id)?.costHundredths ?? service.defaultCostHundredths;
  return {
    creditsPerBDT: creditsFromHundredths(settings.creditsPerBdtHundredths),
    freeTrialCredits: creditsFromHundredths(settings.freeTrialCreditsHundredths),
    minPurchaseCredits: creditsFromHundredths(settings.minPurchaseCreditsHundredths),
    systemNotification: {
      enabled: settings.noticeEnabled,
      message: settings.noticeMessage,
      type: settings.noticeType as CreditSettings['systemNotification']['type'],
      showToAll: settings.noticeShowToAll,
    },
    serviceCreditsConfig: Object.fromEntries(
      services.map((service) => [service.id, creditsFromHundredths(costOf(service))]),
    ),
    enabledServices: services.filter(({ id }) => overrideOf.get(id)?.enabled ?? true).map(({ id }) => id),
    unavailableServices: unavailable.map(([id]) => id),
    unavailableReasons: Object.fromEntries(unavailable),
    ...siteTextsOf(settings.marketingFigures),
    showMeasuredFigures: settings.showMeasuredFigures,
  };
}

/** Returns the services that customers can start: those that are enabled and whose portal can be used. */
export const startableServices = ({ enabledServices, unavailableServices }: CreditSettings): string[] =>
  enabledServices.filter((id) => !unavailableServices.includes(id));

/** Removes the notice, for users who may not see one that is meant for administrators. */
export function withoutNotice(settings: CreditSettings): CreditSettings {
  return {
    ...settings,
    systemNotification: { enabled: false, message: '', type: 'info', showToAll: false },
  };
}

/**
 * Returns a service's price, whether it is enabled, and why it cannot run; null if it can. `place` is where it would run,
 * if that is not its portal itself.
 */
export async function offerOf(
  db: DatabaseOrTransaction,
  serviceId: string,
  place?: string | null,
): Promise<{ isEnabled: boolean; unavailable: UnavailableReason | null; costHundredths: number }> {
  const service = findService(serviceId);
  // One statement, because every preview and every start asks.
  const [stored] = await db.$queryRaw<
    { isEnabled: boolean | null; costHundredths: number | null; unavailable: UnavailableReason | null }[]
  >`
    SELECT s.enabled AS "isEnabled", s.cost_hundredths AS "costHundredths",
      ${whyUnavailable(place ?? service?.portal ?? null)} AS unavailable
    FROM (VALUES (${serviceId})) asked (service_id) LEFT JOIN service_settings s USING (service_id)`;
  return {
    isEnabled: stored?.isEnabled ?? true,
    unavailable: stored?.unavailable ?? null,
    costHundredths: stored?.costHundredths ?? service?.defaultCostHundredths ?? UNKNOWN_COST_HUNDREDTHS,
  };
}

export type SettingsRequest = Omit<SettingsBody, 'reason'>;
export type SettingsChange = { before: AuditValues; after: AuditValues };

/** Locks the settings, so that of two concurrent changes the second is merged into the result of the first. */
async function lockedSettings(tx: Transaction): Promise<CreditSettings> {
  await tx.$queryRaw`SELECT id FROM settings WHERE id = 1 FOR UPDATE`;
  return getSettings(tx);
}

/** Returns what the requests would change, by the names of the audit log; null if nothing would change. */
export async function changeOfSettings(
  tx: Transaction,
  requests: SettingsRequest,
): Promise<SettingsChange | null> {
  const before = await lockedSettings(tx);
  const requested = merged(before, requests);
  refuseImpossible(requested);
  return changedValues(auditValues(before), auditValues(requested));
}

/** Merges the requested values into the settings, atomically; returns all settings. */
export async function updateSettings(
  tx: Transaction,
  requests: SettingsRequest,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<CreditSettings> {
  const before = await lockedSettings(tx);
  const requested = merged(before, requests);
  refuseImpossible(requested);
  await tx.settings.update({
    where: { id: 1 },
    data: {
      creditsPerBdtHundredths: hundredthsFromCredits(requested.creditsPerBDT),
      freeTrialCreditsHundredths: hundredthsFromCredits(requested.freeTrialCredits),
      minPurchaseCreditsHundredths: hundredthsFromCredits(requested.minPurchaseCredits),
      noticeEnabled: requested.systemNotification.enabled,
      noticeMessage: requested.systemNotification.message,
      noticeType: requested.systemNotification.type,
      noticeShowToAll: requested.systemNotification.showToAll,
      marketingFigures: keptSiteTexts(requested),
      showMeasuredFigures: requested.showMeasuredFigures,
    },
  });
  await keepOverrides(tx, requested);
  const after = await getSettings(tx);
  const change = changedValues(auditValues(before), auditValues(after));
  if (change) {
    await recordChange(tx, { adminId, action: 'settings changed', subject: 'settings', ...change, reason });
  }
  return after;
}

const priceNames = new Set(['creditsPerBDT', 'freeTrialCredits']);

/** Returns whether the change affects the credits per amount of money, or a service's price. */
export const isAboutPrices = ({ after }: SettingsChange): boolean =>
  Object.keys(after).some((name) => priceNames.has(name) || name.startsWith('cost.'));

/** Flattens the settings, so that an audit entry contains only what was changed. */
function auditValues(settings: CreditSettings): AuditValues {
  // Not settings: they follow the state of the portals.
  const { unavailableServices: _, unavailableReasons: _reasons, ...given } = settings;
  const { systemNotification, serviceCreditsConfig, enabledServices, ...rest } = given;
  const { marketingFigures, contactDetails, ...plain } = rest;
  const under = (group: string, values: AuditValues): AuditValues =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]));
  const enabled = Object.keys(serviceCreditsConfig).map((id) => [id, enabledServices.includes(id)] as const);
  return {
    ...plain,
    ...under('notification', systemNotification),
    ...under('cost', serviceCreditsConfig),
    ...under('enabled', Object.fromEntries(enabled)),
    ...under('figure', marketingFigures),
    ...under('contact', contactDetails),
  };
}

function merged(settings: CreditSettings, requested: SettingsRequest): CreditSettings {
  const { systemNotification, serviceCreditsConfig } = settings;
  return {
    creditsPerBDT: requested.creditsPerBDT ?? settings.creditsPerBDT,
    freeTrialCredits: requested.freeTrialCredits ?? settings.freeTrialCredits,
    minPurchaseCredits: requested.minPurchaseCredits ?? settings.minPurchaseCredits,
    systemNotification: {
      enabled: requested.systemNotification?.enabled ?? systemNotification.enabled,
      message: requested.systemNotification?.message ?? systemNotification.message,
      type: requested.systemNotification?.type ?? systemNotification.type,
      showToAll: requested.systemNotification?.showToAll ?? systemNotification.showToAll,
    },
    serviceCreditsConfig: { ...serviceCreditsConfig, ...requested.serviceCreditsConfig },
    enabledServices: requested.enabledServices ?? settings.enabledServices,
    unavailableServices: settings.unavailableServices,
    unavailableReasons: settings.unavailableReasons,
    marketingFigures: { ...settings.marketingFigures, ...requested.marketingFigures },
    showMeasuredFigures: requested.showMeasuredFigures ?? settings.showMeasuredFigures,
    contactDetails: { ...settings.contactDetails, ...requested.contactDetails },
  };
}

function refuseImpossible(requested: CreditSettings): void {
  const ids = [...Object.keys(requested.serviceCreditsConfig), ...requested.enabledServices];
  const unknown = ids.find((id) => !findService(id));
  if (unknown !== undefined) throw refusal('INVALID_INPUT', siteMessages.unknownService({ id: unknown }));
  const most = creditsHundredthsForPoisha(
    purchaseRules.amountMaxBdt * 100,
    hundredthsFromCredits(requested.creditsPerBDT),
  );
  if (hundredthsFromCredits(requested.minPurchaseCredits) > most)
    throw refusal('INVALID_INPUT', siteMessages.minimumTooLarge({ most: most / 100 }));
}

/** A price equal to the catalogue's is not stored, so that it follows the catalogue. */
async function keepOverrides(tx: Transaction, requested: CreditSettings): Promise<void> {
  const enabled = new Set(requested.enabledServices);
  const overrides = services.map(({ id, defaultCostHundredths }) => {
    const costHundredths = hundredthsFromCredits(requested.serviceCreditsConfig[id] ?? 0);
    return {
      serviceId: id,
      enabled: enabled.has(id),
      costHundredths: costHundredths === defaultCostHundredths ? null : costHundredths,
    };
  });
  await tx.serviceSetting.deleteMany({ where: { serviceId: { in: services.map(({ id }) => id) } } });
  await tx.serviceSetting.createMany({
    data: overrides.filter((override) => !override.enabled || override.costHundredths !== null),
  });
}
