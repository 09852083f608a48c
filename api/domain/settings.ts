/** Credit settings, and what the administrator changed of the catalogue: prices and which services are switched on. */
import { creditsFromHundredths } from '#contracts/credits.ts';
import type { CreditSettings } from '#contracts/settings.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { catalogue, findService } from '#services/catalogue.ts';

/** Costs of services that the catalogue does not know (spec section 5). */
const UNKNOWN_COST_HUNDREDTHS = 100;

export async function getSettings(db: DatabaseOrTransaction): Promise<CreditSettings> {
  const [settings, overrides] = await Promise.all([
    db.settings.findUniqueOrThrow({ where: { id: 1 } }),
    db.serviceSetting.findMany(),
  ]);
  const overrideOf = new Map(overrides.map((override) => [override.serviceId, override]));
  const costOf = (service: (typeof catalogue)[number]): number =>
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
      catalogue.map((service) => [service.id, creditsFromHundredths(costOf(service))]),
    ),
    enabledServices: catalogue.filter(({ id }) => overrideOf.get(id)?.enabled ?? true).map(({ id }) => id),
  };
}

export async function serviceCostHundredths(db: DatabaseOrTransaction, serviceId: string): Promise<number> {
  const override = await db.serviceSetting.findUnique({ where: { serviceId } });
  return override?.costHundredths ?? findService(serviceId)?.defaultCostHundredths ?? UNKNOWN_COST_HUNDREDTHS;
}

export async function isServiceEnabled(db: DatabaseOrTransaction, serviceId: string): Promise<boolean> {
  const override = await db.serviceSetting.findUnique({ where: { serviceId } });
  return override?.enabled ?? true;
}
