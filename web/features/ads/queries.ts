/** The setting of one ad placement (spec section 7 "Ads"). */
import { queryOptions } from '@tanstack/react-query';
import type { AdPlacement, AdSetting } from '#contracts/ads-rules.ts';
import { api, part } from '../../api/client.ts';

const staleMs = 5 * 60_000;

export const adQuery = (placement: AdPlacement) =>
  queryOptions({
    queryKey: ['ads', placement],
    queryFn: ({ signal }) =>
      api
        .get<{ setting: AdSetting }>(`/api/ads/settings/${part(placement)}`, signal)
        .then((answer) => answer.setting),
    staleTime: staleMs,
    // Without it there is just no ad.
    retry: false,
  });
