/** Renders the dashboard tab: figures, Start Automation, running jobs and the work history. */
import { Grid, Stack } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import { part, PartBoundary } from '#web/lib/part.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadingLines } from '#web/ui/states.tsx';
import { AdSlot } from '#web/features/site/ads/ad-slot.tsx';
import { PracticePanel } from '#web/features/jobs/practice/practice-panel.tsx';
import { NowPanel } from './now-panel.tsx';
import { StatCards } from './stat-cards.tsx';
import { WorkHistoryPanel } from './work-history-panel.tsx';
import { useWords } from '#web/lib/words.ts';
import { startWords } from '#web/features/jobs/start/words.ts';

// A part, so that the figures and the running jobs do not wait for the catalogue.
const StartPanel = part('start-panel', () =>
  import('#web/features/jobs/start/start-panel.tsx').then((module) => ({ default: module.StartPanel })),
);

function StartPanelSkeleton() {
  const words = useWords(startWords);
  return (
    <Panel title={words.startAutomation}>
      <LoadingLines lines={3} height="16" label={words.loadingServices} />
    </Panel>
  );
}

export function DashboardTabContent() {
  const [startedIds, setStartedIds] = useState<string[]>([]);
  const onStarted = useCallback((jobId: string) => setStartedIds((ids) => [...ids, jobId]), []);
  return (
    <Stack gap="4">
      <StatCards />
      <PracticePanel />
      <AdSlot placement="dashboard_after_stats" />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' }}
        gap="4"
        alignItems="start"
      >
        <Stack gap="4" minW="0">
          <PartBoundary of={StartPanel} fallback={<StartPanelSkeleton />}>
            <StartPanel onStarted={onStarted} />
          </PartBoundary>
          <AdSlot placement="dashboard_after_button" />
        </Stack>
        <NowPanel startedIds={startedIds} />
      </Grid>
      <WorkHistoryPanel />
    </Stack>
  );
}
