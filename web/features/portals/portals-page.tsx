/** Shows the portals to customers: their state, their history of 90 days, and what rows on them lately came to. */
import { Box, chakra, Container, Flex, Heading, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { PortalStatus } from '#contracts/calls/portals-answers.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { formatDate, formatDateTime, formatSince } from '#web/lib/dates.ts';
import { formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { usePortalName } from '#web/lib/portal-name.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { portalStatusQuery } from './queries.ts';
import { portalsPageWords } from './portals-words.ts';

type History = NonNullable<PortalStatus['history']>;

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;
/** The strip has room for as many days as are recorded; those that were not watched yet stay empty at its beginning. */
const DAYS_SHOWN = 90;
const stripHeight = 24;
const daySpace = 4;
const dayWidth = 3;
/** A short interruption must be seen as well. */
const outHeightMin = 6;

const dayAt = ({ firstDay }: History, index: number): string =>
  new Date(Date.parse(`${firstDay}T00:00:00+06:00`) + index * DAY_MS).toISOString();

function minutesText(minutes: number): string {
  const words = wordsNow(portalsPageWords);
  if (minutes < 2 * MINUTES_OF_HOUR) return words.minutes(minutes);
  return words.hours(formatNumber(minutes / MINUTES_OF_HOUR, { maximumFractionDigits: 1 }));
}

/** Says what the strip shows, also for those who do not see it. */
function historyText(history: History): string {
  const words = wordsNow(portalsPageWords);
  const { outMinutes, upPercent } = history;
  const longest = Math.max(0, ...outMinutes);
  return [
    words.days(outMinutes.length),
    words.usable(shareText(upPercent)),
    words.outDays(outMinutes.filter((minutes) => minutes > 0).length),
    ...(longest > 0
      ? [words.longest(formatDate(dayAt(history, outMinutes.indexOf(longest))), minutesText(longest))]
      : []),
  ].join(' · ');
}

/** Two decimals, because a tenth of a per cent of 90 days is more than two hours. */
const shareText = (percent: number): string =>
  `${formatNumber(percent, { maximumFractionDigits: 2, roundingMode: 'floor' })}%`;

function HistoryStrip({ history }: { history: History }) {
  const { outMinutes } = history;
  const shown = outMinutes.slice(-DAYS_SHOWN);
  const unwatched = DAYS_SHOWN - shown.length;
  const outHeight = (minutes: number): number =>
    minutes === 0 ? 0 : Math.max(outHeightMin, (minutes / MINUTES_OF_DAY) * stripHeight);
  return (
    <chakra.svg
      viewBox={`0 0 ${DAYS_SHOWN * daySpace} ${stripHeight}`}
      w="full"
      maxW="2xl"
      h="6"
      preserveAspectRatio="none"
      aria-hidden
      css={{
        '& .unwatched': { fill: 'border.muted' },
        '& .usable': { fill: 'brand.solid' },
        '& .out': { fill: 'fg.error' },
      }}
    >
      {Array.from({ length: unwatched }, (_, index) => (
        <rect
          key={index}
          className="unwatched"
          x={index * daySpace}
          y={stripHeight - 2}
          width={dayWidth}
          height="2"
        />
      ))}
      {shown.map((minutes, index) => {
        const x = (unwatched + index) * daySpace;
        const out = outHeight(minutes);
        return (
          // A day has no other name than its place.
          <g key={x}>
            <rect className="usable" x={x} y={out} width={dayWidth} height={stripHeight - out} />
            {out > 0 ? <rect className="out" x={x} y="0" width={dayWidth} height={out} /> : null}
          </g>
        );
      })}
    </chakra.svg>
  );
}

function ServiceFigures({ services }: { services: PortalStatus['services'] }) {
  const words = useWords(portalsPageWords);
  const used = services.filter(({ rows }) => rows > 0);
  const unused = services.filter(({ rows }) => rows === 0);
  return (
    <Stack gap="2">
      {used.length > 0 ? <FiguresTable services={used} /> : null}
      {unused.length > 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {words.noRows(unused.map(({ serviceId }) => serviceName(serviceId, serviceId)).join(', '))}
        </Text>
      ) : null}
    </Stack>
  );
}

function FiguresTable({ services }: { services: PortalStatus['services'] }) {
  const words = useWords(portalsPageWords);
  return (
    <Table.Root size="sm" maxW="2xl">
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader>{words.service}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.rows}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.done}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.rowTime}</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body fontVariantNumeric="tabular-nums">
        {services.map(({ serviceId, rows, rowsDone, rowMs }) => (
          <Table.Row key={serviceId}>
            <Table.Cell>{serviceName(serviceId, serviceId)}</Table.Cell>
            <Table.Cell textAlign="end">{formatNumber(rows)}</Table.Cell>
            <Table.Cell textAlign="end">{formatPercent((rowsDone / rows) * 100)}</Table.Cell>
            <Table.Cell textAlign="end" whiteSpace="nowrap">
              {rowMs === null ? '' : words.seconds(formatNumber(rowMs / 1_000, { maximumFractionDigits: 1 }))}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function PortalPanel({ status }: { status: PortalStatus }) {
  const words = useWords(portalsPageWords);
  const { opensAt: opens } = useWords(uiWords);
  const { label, state, since, opensAt, probedAt, history, services } = status;
  return (
    <Panel title={usePortalName()(label)} actions={<PortalStateTag state={state} />}>
      <Stack gap="3">
        <Flex gap="3" wrap="wrap" textStyle="sm" color="fg.muted">
          {opensAt ? <Text>{opens(formatDateTime(opensAt))}</Text> : null}
          {state !== 'up' && !opensAt && since ? <Text>{words.since(formatSince(since))}</Text> : null}
          {probedAt ? <Text>{words.checked(formatSince(probedAt))}</Text> : null}
        </Flex>
        {history ? (
          <Stack gap="1">
            <HistoryStrip history={history} />
            <Text textStyle="xs" color="fg.muted">
              {historyText(history)}
            </Text>
          </Stack>
        ) : (
          <Text textStyle="sm" color="fg.muted">
            {words.notWatched}
          </Text>
        )}
        <ServiceFigures services={services} />
      </Stack>
    </Panel>
  );
}

export function PortalsPage() {
  const words = useWords(portalsPageWords);
  usePageTitle(words.title);
  const status = useQuery(portalStatusQuery);
  return (
    <Container maxW="7xl" py="6">
      <Stack gap="5">
        <Flex justify="space-between" align="baseline" gap="3" wrap="wrap">
          <Stack gap="1">
            <Heading as="h1" size="xl">
              {words.title}
            </Heading>
            <Text color="fg.muted">{words.intro}</Text>
          </Stack>
          <RouteLink to={paths.dashboard({ tab: 'credentials' })} textStyle="sm">
            {words.access}
          </RouteLink>
        </Flex>
        {status.isPending ? (
          <Box>
            <LoadingLines lines={6} height="24" label={words.loading} />
          </Box>
        ) : null}
        <LoadFailure title={words.failed} query={status} />
        {status.data?.map((portal) => (
          <PortalPanel key={portal.portal} status={portal} />
        ))}
      </Stack>
    </Container>
  );
}
