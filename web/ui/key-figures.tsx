/** Shows a few figures side by side above a list; on a phone they stand in two columns. */
import { Box, Grid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type KeyFigure = { label: string; value: string | undefined; hint?: ReactNode };

/** A figure without a value is still loading or could not be loaded. */
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
          // With an odd number of figures the first one spans the row, so that no figure stands alone at the end.
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
