/** Renders one step of a sequence: its number, its title, and why it is not available yet. */
import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/numbers.ts';

export function Step(props: {
  number: number;
  title: string;
  idle?: string | undefined;
  children?: ReactNode;
}) {
  const { number, title, idle, children } = props;
  return (
    <Flex as="li" gap="3" align="flex-start">
      <Flex
        aria-hidden
        boxSize="6"
        borderRadius="full"
        align="center"
        justify="center"
        textStyle="xs"
        fontWeight="semibold"
        flexShrink="0"
        bg={idle ? 'bg.muted' : 'brand.subtle'}
        color={idle ? 'fg.muted' : 'brand.fg'}
      >
        {formatNumber(number)}
      </Flex>
      <Stack gap="2" flex="1" minW="0">
        <Flex gap="3" align="center" minH="6" wrap="wrap">
          <Heading as="h3" size="sm">
            {title}
          </Heading>
          {idle ? (
            <Text textStyle="sm" color="fg.muted">
              {idle}
            </Text>
          ) : null}
        </Flex>
        {children}
      </Stack>
    </Flex>
  );
}
