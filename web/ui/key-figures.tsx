/** The few figures above a list, side by side; on a phone two and two. */
import { Box, Grid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type KeyFigure = { label: string; value: string | undefined; hint?: ReactNode };

/** Figures without a value are on their way, or were not to be had. */
export function KeyFigures(props: { figures: readonly KeyFigure[]; loading: boolean }) {
  const { figures, loading } = props;
  return (
    <Grid
      as="dl"
      templateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        md: `repeat(${figures.length}, minmax(0, 1fr))`,
      }}
      gap={{ base: '3', md: '4' }}
    >
      {figures.map(({ label, value, hint }) => (
        <Box
          key={label}
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l3"
          px="4"
          py="3"
          minW="0"
          // Of an odd number the first takes a line of its own, so that none is left over.
          _first={figures.length % 2 === 1 ? { gridColumn: { base: '1 / -1', md: 'auto' } } : {}}
        >
          <Text as="dt" textStyle="xs" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" textStyle="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {value ??
              (loading ? (
                <Skeleton as="span" display="inline-block" h="6" w="20" verticalAlign="middle" />
              ) : (
                '–'
              ))}
          </Text>
          {hint ? (
            <Text as="dd" textStyle="xs" color="fg.muted">
              {hint}
            </Text>
          ) : null}
        </Box>
      ))}
    </Grid>
  );
}
