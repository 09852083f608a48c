/** Ad placements: nothing is loaded for a placement that is disabled or whose ids are missing. */
import {
  adFormats,
  adPlacements,
  isLoaded,
  type AdFormat,
  type AdPlacement,
} from '#contracts/site/ads-rules.ts';
import type { AdSetting } from '#contracts/calls/site-answers.ts';
import type { AdSettingBody } from '#contracts/site/ads.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Database } from '#prisma/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';

type StoredSetting = Awaited<ReturnType<Database['adSetting']['findUniqueOrThrow']>>;
type Change = Omit<AdSettingBody, 'reason' | 'userId'>;

/** Lists the placements by page, in their order on it. */
export async function listAds(db: Database): Promise<AdSetting[]> {
  const settings = await db.adSetting.findMany({ where: { id: { in: [...adPlacements] } } });
  return adPlacements.flatMap((placement) => {
    const setting = settings.find(({ id }) => id === placement);
    return setting ? [adView(placement, setting)] : [];
  });
}

/** Throws NOT_FOUND for a placement without a stored setting. */
export async function adAt(db: Database, placement: AdPlacement): Promise<AdSetting> {
  const setting = await db.adSetting.findUnique({ where: { id: placement } });
  if (!setting) throw new DomainError('NOT_FOUND');
  return adView(placement, setting);
}

/** Returns whether pages need to permit the resources that ads load. */
export async function areAdsOn(db: Database): Promise<boolean> {
  return (await listAds(db)).some(isLoaded);
}

/** Changes a placement and records it in the audit log. Throws NOT_FOUND. */
export function changeAd(
  db: Database,
  {
    placement,
    change,
    adminId,
    reason,
  }: {
    placement: AdPlacement;
    change: Change;
    adminId: string;
    reason: string;
  },
): Promise<AdSetting> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM ad_settings WHERE id = ${placement} FOR UPDATE`;
    const stored = await tx.adSetting.findUnique({ where: { id: placement } });
    if (!stored) throw new DomainError('NOT_FOUND');
    const before = adView(placement, stored);
    const data = {
      description: change.description,
      adFormat: change.ad_format,
      fullWidthResponsive: change.full_width_responsive,
      enabled: change.enabled,
      adClientId: change.ad_client_id,
      adSlotId: change.ad_slot_id,
    };
    const after = adView(placement, await tx.adSetting.update({ where: { id: placement }, data }));
    const subject = `ad/${placement}`;
    await recordChange(tx, { adminId, action: 'ad placement changed', subject, before, after, reason });
    return after;
  });
}

function adView(id: AdPlacement, stored: StoredSetting): AdSetting {
  return {
    id,
    page_name: stored.pageName,
    placement_location: stored.placementLocation,
    description: stored.description,
    ad_format: formatOf(stored.adFormat),
    full_width_responsive: stored.fullWidthResponsive,
    enabled: stored.enabled,
    ad_client_id: stored.adClientId,
    ad_slot_id: stored.adSlotId,
  };
}

const formatOf = (text: string): AdFormat => adFormats.find((known) => known === text) ?? 'auto';
