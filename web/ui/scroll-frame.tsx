/** Lets a wide table scroll inside a frame, with the keyboard as well. */
import { Box, type BoxProps } from '@chakra-ui/react';

export function ScrollFrame(props: BoxProps & { label: string }) {
  const { label, ...rest } = props;
  return (
    <Box
      as="section"
      overflowX="auto"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      aria-label={label}
      {...rest}
    />
  );
}
