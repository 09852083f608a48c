/** The panel of an administrators' page about one portal or bank, with the way back to all of them. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
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
    <Panel
      title={words.title(name)}
      actions={
        <RouteLink to={paths.systemPage('portals')} textStyle="sm" whiteSpace="nowrap">
          {words.back}
        </RouteLink>
      }
    >
      {query.isPending ? <LoadingLines lines={6} height="8" label={words.loading} /> : null}
      <LoadFailure title={words.failed} query={query} />
      {query.data === undefined ? null : children(query.data)}
    </Panel>
  );
}
