/** Renders a row of a list, with a line above every row but the first. */
import { Flex, type FlexProps } from '@chakra-ui/react';

export const ListRow = (props: FlexProps) => (
  <Flex as="li" align="center" borderTopWidth="1px" _first={{ borderTopWidth: '0' }} {...props} />
);
