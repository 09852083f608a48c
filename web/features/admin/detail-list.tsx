/** Renders names and values side by side. */
import { Grid, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';

export function DetailList(props: { details: [string, ReactNode][] }) {
  return (
    <Grid
      as="dl"
      templateColumns="minmax(0, max-content) minmax(0, 1fr)"
      columnGap="4"
      rowGap="1"
      textStyle="sm"
    >
      {props.details.map(([name, value]) => (
        <Fragment key={name}>
          <Text as="dt" color="fg.muted">
            {name}
          </Text>
          <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value ?? '–'}
          </Text>
        </Fragment>
      ))}
    </Grid>
  );
}
