/** Renders a slot for an ad, or nothing while the placement is switched off or has no ids. */
import { Box, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLoaded, type AdPlacement } from '#contracts/site/ads-rules.ts';
import type { AdSetting } from '#contracts/calls/site-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { adQuery } from './queries.ts';
import { isAdFreeDocument, requestAd } from './ad-script.ts';
import { adWords } from './words.ts';

export function AdSlot(props: { placement: AdPlacement }) {
  const setting = useQuery(adQuery(props.placement)).data;
  return setting && isLoaded(setting) && !isAdFreeDocument() ? <LoadedAd setting={setting} /> : null;
}

function LoadedAd(props: { setting: AdSetting }) {
  const { id, ad_client_id, ad_slot_id, ad_format, full_width_responsive } = props.setting;
  const words = useWords(adWords);
  // An ad is requested only once per slot, because the provider rejects a second request.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    requestAd(ad_client_id);
  }, [ad_client_id]);
  return (
    <Box as="aside" aria-label={words.label} data-placement={id} overflow="hidden">
      <Text textStyle="xs" color="fg.muted" pb="1">
        {words.label}
      </Text>
      <ins
        className="adsbygoogle"
        style={{ display: 'block' }}
        data-ad-client={ad_client_id}
        data-ad-slot={ad_slot_id}
        data-ad-format={ad_format}
        data-full-width-responsive={String(full_width_responsive)}
      />
    </Box>
  );
}
