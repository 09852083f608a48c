/** Renders the empty, error and loading states of a list or panel. */
import { Box, Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { ApiError, isTemporary } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { Notice } from './notice.tsx';
import { uiWords } from './words.ts';

type Loaded = Pick<UseQueryResult, 'isError' | 'data' | 'error'> & { refetch: () => unknown };
type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;

export function EmptyState(props: { icon: Icon; title: string; children?: ReactNode }) {
  const { icon: Icon, title, children } = props;
  return (
    <Stack align="center" textAlign="center" gap="1" py="8" px="4" color="fg.muted">
      <Icon size={20} aria-hidden />
      <Text fontWeight="medium" color="fg">
        {title}
      </Text>
      {children ? <Box textStyle="sm">{children}</Box> : null}
    </Stack>
  );
}

/** Returns the request id, with which support can find the failed request, as small print. */
export function requestIdText(error: unknown): string | undefined {
  return error instanceof ApiError && error.requestId
    ? wordsNow(uiWords).request(error.requestId)
    : undefined;
}

export function ErrorState(props: {
  title: string;
  error: unknown;
  onRetry: () => void;
  retryLabel?: string;
}) {
  const words = useWords(uiWords);
  const { title, error, onRetry, retryLabel = words.tryAgain } = props;
  const requestId = requestIdText(error);
  return (
    <Flex role="alert" gap="3" p="4" bg="bg.error" borderRadius="l2" align="flex-start">
      <Box color="fg.error" pt="0.5">
        <CircleAlert size={20} aria-hidden />
      </Box>
      <Stack gap="2" align="flex-start" flex="1" minW="0">
        <Text fontWeight="medium">{title}</Text>
        <Text textStyle="sm">{errorText(error)}</Text>
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
          {retryLabel}
        </Button>
        {requestId ? (
          <Text textStyle="xs" color="fg.muted">
            {requestId}
          </Text>
        ) : null}
      </Stack>
    </Flex>
  );
}

/** The error of a query that has loaded nothing; one that has is shown with what it has. */
export function LoadFailure({ title, query }: { title: string; query: Loaded }) {
  if (!query.isError || query.data) return null;
  // Asking again does not help if the request itself was refused.
  if (!isTemporary(query.error))
    return (
      <Notice tone="error" title={title}>
        {errorText(query.error)}
      </Notice>
    );
  return <ErrorState title={title} error={query.error} onRetry={() => void query.refetch()} />;
}

/** Renders placeholder lines while content loads, and nothing during the first 200 ms. */
export function LoadingLines(props: { lines?: number; height?: string; label?: string }) {
  const words = useWords(uiWords);
  const { lines = 3, height = '10', label = words.loading } = props;
  const visible = useDelayed(true);
  return (
    <Stack gap="3" aria-busy visibility={visible ? 'visible' : 'hidden'}>
      <Text srOnly aria-live="polite">
        {label}
      </Text>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={height} borderRadius="l2" />
      ))}
    </Stack>
  );
}
