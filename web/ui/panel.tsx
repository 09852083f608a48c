/** Renders a bordered area with a heading. Pages use no other kind of box. */
import { Box, Flex, Heading, type BoxProps } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

type PanelProps = Omit<BoxProps, 'title'> & { title: string; actions?: ReactNode };

export function Panel({ title, actions, children, ...rest }: PanelProps) {
  const headingId = useId();
  return (
    <Box
      as="section"
      aria-labelledby={headingId}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      minW="0"
      {...rest}
    >
      <Flex
        align="center"
        justify="space-between"
        wrap="wrap"
        columnGap="3"
        rowGap="2"
        px={{ base: '4', md: '5' }}
        pt="4"
        minH="12"
      >
        <Heading as="h2" size="md" id={headingId}>
          {title}
        </Heading>
        {actions}
      </Flex>
      <Box px={{ base: '4', md: '5' }} pt="3" pb={{ base: '4', md: '5' }}>
        {children}
      </Box>
    </Box>
  );
}
