/** Renders the bar below the file: what is ready or why nothing can start, and the button that starts it. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

/** Stays in sight below the file: what is ready or why nothing can start, the balance, and the button. */
export function StartBar(props: {
  /** Why the button is disabled; null if it is not. */
  reason: string | null;
  ready: string;
  balance: string | null;
  label: string;
  isStarting: boolean;
  onStart: () => void;
  children: ReactNode;
}) {
  const { reason, ready, balance, label, isStarting, onStart, children } = props;
  const reasonId = useId();
  return (
    <Flex
      data-testid="start-bar"
      position="sticky"
      bottom="var(--bottom-bar)"
      zIndex="docked"
      gap={{ base: '1', md: '3' }}
      align="center"
      justify="flex-end"
      wrap="wrap"
      bg="bg.panel"
      borderTopWidth="1px"
      mt="4"
      mx={{ base: '-4', md: '-5' }}
      mb={{ base: '-4', md: '-5' }}
      px={{ base: '4', md: '5' }}
      // On a phone the bar leaves the screen to the sheet.
      py={{ base: '1.5', md: '3' }}
      borderBottomRadius="l3"
    >
      <Stack gap="0.5" flex={{ base: '1 1 100%', md: '1' }} minW="0">
        <Text id={reasonId} textStyle={{ base: 'xs', md: 'sm' }} color="fg.muted">
          {reason ?? ready}
          {balance === null ? null : (
            <>
              {' · '}
              <Text as="span" whiteSpace="nowrap">
                {balance}
              </Text>
            </>
          )}
        </Text>
        {children}
      </Stack>
      <Button
        w={{ base: 'full', md: 'auto' }}
        disabled={reason !== null}
        aria-describedby={reasonId}
        loading={isStarting}
        loadingText={label}
        onClick={onStart}
      >
        {label}
      </Button>
    </Flex>
  );
}
