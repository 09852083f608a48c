/** Shows the state of the service's portal beside the start button, and how long jobs have recently waited for it. */
import { Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatSince } from '#web/lib/dates.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { useWords } from '#web/lib/words.ts';
import { portalConditionsQuery } from '#web/features/portals/queries.ts';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { uiWords } from '#web/ui/words.ts';
import { startWords } from './words.ts';

export function PortalNow(props: { portal: string }) {
  const words = useWords(startWords);
  const { opensAt: opens } = useWords(uiWords);
  const nameOf = usePortalName();
  const found = useQuery(portalConditionsQuery).data?.find(({ portal }) => portal === props.portal);
  if (!found) return null;
  const { label, state, since, opensAt, waitMs } = found;
  const stops = state === 'down' || state === 'paused';
  return (
    <Flex gap="2" align="center" wrap="wrap" textStyle="xs" color="fg.muted">
      <Text as="span">{nameOf(label)}</Text>
      <PortalStateTag state={state} />
      <Text as="span">
        {opensAt ? opens(formatDateTime(opensAt)) : ''}
        {stops && since ? words.portalSince(formatSince(since)) : ''}
        {!opensAt && !stops && waitMs !== null ? words.portalWait(waitMs) : ''}
      </Text>
    </Flex>
  );
}
