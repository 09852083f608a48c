/** The panel of an administrators' page about one portal or bank, with the way back to all of them. */
import { Stack } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { useDeskName } from './place-name.ts';

type Words = { title: (name: string) => string; back: string; loading: string; failed: string };

export function DeskPanel<Data>(props: {
  portal: string;
  words: Words;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { portal, words, query, children } = props;
  const name = useDeskName(portal);
  return (
    <Stack gap="3">
      <BackLink to={paths.systemPage('portals')}>{words.back}</BackLink>
      <Panel title={words.title(name)}>
        {query.isPending ? <LoadingLines lines={6} height="8" label={words.loading} /> : null}
        <LoadFailure title={words.failed} query={query} />
        {query.data === undefined ? null : children(query.data)}
      </Panel>
    </Stack>
  );
}
