/** Provides the setting of an ad placement (spec section 7 "Ads"). */
import { queryOptions } from '@tanstack/react-query';
import type { AdPlacement } from '#contracts/site/ads-rules.ts';
import { call } from '#web/lib/client.ts';

const staleMs = 5 * 60_000;

export const adQuery = (placement: AdPlacement) =>
  queryOptions({
    queryKey: ['ads', placement],
    queryFn: ({ signal }) =>
      call('GET /api/ads/settings/:placement', { params: { placement }, signal }).then(
        (answer) => answer.setting,
      ),
    staleTime: staleMs,
    // If the setting cannot be read, no ad is shown.
    retry: false,
  });
