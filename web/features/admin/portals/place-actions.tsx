/** The buttons by which administrators keep a portal or the desk of a bank. */
import { Button, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { StopJobsButton } from '#web/features/admin/jobs/stop-jobs.tsx';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { portalCheckWords } from './checks-words.ts';
import { LimitsButton } from './limits-dialog.tsx';
import { pageMapWords } from './page-map-words.ts';
import { probeLoginWords } from './probe-login-words.ts';
import { ProbeNowButton } from './probe-now.tsx';
import type { PortalAction } from './queries.ts';
import { portalWords } from './words.ts';

type Kept = Pick<PortalBoardEntry, 'jobs' | 'checks' | 'behindSignIn' | 'address' | 'probing'> & {
  state: string;
};

export const actionOf = ({ state }: Pick<Kept, 'state'>): PortalAction =>
  state === 'paused' ? 'resume' : 'pause';

type Props = {
  place: string;
  label: string;
  kept: Kept;
  hasPageMap: boolean;
  onSwitch: () => void;
  children?: ReactNode;
};

/** Names and states are said with each button, because a screen reader must tell the places apart. */
export function PlaceActions({ place, label, kept, hasPageMap, onSwitch, children }: Props) {
  const words = useWords(portalWords);
  const pageMap = useWords(pageMapWords);
  const checkTexts = useWords(portalCheckWords);
  const probeLogin = useWords(probeLoginWords);
  const { jobs, checks, behindSignIn, address, probing } = kept;
  const action = actionOf(kept);
  return (
    <Flex gap="2" wrap="wrap">
      {jobs.running + jobs.queued + jobs.parked > 0 ? (
        <StopJobsButton stops={{ target: { portal: place }, name: label }} size="sm" />
      ) : null}
      {hasPageMap ? (
        <SubpageButton query={{ map: place }} label={pageMap.open} name={pageMap.openNamed(label)} />
      ) : null}
      {behindSignIn ? (
        <SubpageButton query={{ probe: place }} label={probeLogin.open} name={probeLogin.openNamed(label)} />
      ) : null}
      <SubpageButton
        query={{ checks: place }}
        label={checkTexts.open(checks.checked, checks.items)}
        name={checkTexts.openNamed(label, checks.checked, checks.items)}
      />
      {address === null ? null : <ProbeNowButton place={place} label={label} isProbing={probing !== null} />}
      <LimitsButton portal={place} label={label} />
      <Button
        size="sm"
        variant="outline"
        colorPalette={action === 'pause' ? 'gray' : 'brand'}
        aria-label={`${words[action]}: ${label}`}
        onClick={onSwitch}
      >
        {words[action]}
      </Button>
      {children}
    </Flex>
  );
}

function SubpageButton(props: { query: Record<string, string>; label: string; name: string }) {
  const { query, label, name } = props;
  return (
    <RouteButton
      to={paths.systemPage('portals', query)}
      size="sm"
      variant="ghost"
      // Its words begin where those above and below it do.
      px="1"
      ms="-1"
      borderWidth="0"
      me={{ md: '2' }}
      aria-label={name}
    >
      {label}
    </RouteButton>
  );
}
