/** Draws each day's credits as a labelled bar. The table beside it contains the same figures. */
import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { UsageDay } from '#contracts/calls/credits-answers.ts';
import { formatDate } from '#web/lib/dates.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { analyticsWords } from './analytics-words.ts';
import { niceMax } from './chart-scale.ts';

const chartHeight = 100;
const barWidth = 0.7;
/** The smallest bar height, so that any day with use is visible. */
const barHeightMin = 1;

/** Returns noon of a day in Dhaka as an ISO time, so that formatting it gives the same day. */
export const noonOf = (date: string): string => `${date}T12:00:00+06:00`;

function barHeight(day: UsageDay, most: number): number {
  if (day.creditsUsed === 0) return 0;
  return Math.max(barHeightMin, (day.creditsUsed / most) * chartHeight);
}

function Bars(props: { days: UsageDay[]; most: number }) {
  const { days, most } = props;
  const words = useWords(analyticsWords);
  return (
    <chakra.svg
      viewBox={`0 0 ${days.length} ${chartHeight}`}
      preserveAspectRatio="none"
      w="full"
      h="40"
      display="block"
      borderBottomWidth="1px"
      borderColor="border.emphasized"
      aria-hidden
    >
      {[0, chartHeight / 2].map((y) => (
        <chakra.line
          key={y}
          x1="0"
          x2={days.length}
          y1={y}
          y2={y}
          stroke="border"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {days.map((day, index) => {
        const height = barHeight(day, most);
        return (
          <g key={day.date}>
            <title>
              {words.bar(formatDate(noonOf(day.date)), formatDecimals(day.creditsUsed), day.jobs)}
            </title>
            <rect x={index} y={0} width={1} height={chartHeight} fill="transparent" />
            <chakra.rect
              x={index + (1 - barWidth) / 2}
              y={chartHeight - height}
              width={barWidth}
              height={height}
              fill="brand.solid"
            />
          </g>
        );
      })}
    </chakra.svg>
  );
}

export function DaysChart(props: { days: UsageDay[] }) {
  const { days } = props;
  const words = useWords(analyticsWords);
  const most = niceMax(Math.max(...days.map(({ creditsUsed }) => creditsUsed)));
  const named = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].filter(
    (day) => day !== undefined,
  );
  return (
    <Box as="figure" aria-label={words.chart(days.length)} textStyle="xs" color="fg.muted" minW="0">
      <Flex gap="2">
        <Flex direction="column" justify="space-between" textAlign="end" fontVariantNumeric="tabular-nums">
          {[most, most / 2, 0].map((value) => (
            <Text key={value} as="span" lineHeight="1">
              {formatNumber(value)}
            </Text>
          ))}
        </Flex>
        <Box flex="1" minW="0">
          <Bars days={days} most={most} />
        </Box>
      </Flex>
      <Flex justify="space-between" pt="1.5" ps="8">
        {named.map((day) => (
          <Text key={day.date} as="span">
            {formatDate(noonOf(day.date))}
          </Text>
        ))}
      </Flex>
    </Box>
  );
}
