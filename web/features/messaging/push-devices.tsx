/** Turns push on for this browser, sends it a test message, and lists and turns off the customer's browsers. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing, Laptop } from 'lucide-react';
import type { OwnPushSubscription } from '#contracts/calls/messaging-answers.ts';
import { pushSubscriptionsMax } from '#contracts/messaging/push-rules.ts';
import { deviceText } from '#web/features/accounts/device-text.ts';
import { formatDate } from '#web/lib/dates.ts';
import { useLanguage } from '#web/lib/language.ts';
import { errorText } from '#web/lib/messages.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { noticeChoiceWords } from './notice-choices-words.ts';
import { hasPush, isPushDenied, PushRefused, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts';
import { addSubscription, pushKey, removeSubscription, sendTestMessage } from './push-queries.ts';

function usePushChanges(publicKey: string) {
  const client = useQueryClient();
  const language = useLanguage();
  const told = (done: 'turnedOn' | 'turnedOff' | 'tested') => ({
    onSuccess: () => notify('success', wordsNow(noticeChoiceWords)[done]),
    onError: reportFailure,
    onSettled: () => client.invalidateQueries({ queryKey: pushKey }),
  });
  const on = useMutation({
    mutationFn: async () => addSubscription({ ...(await subscribeBrowser(publicKey)), language }),
    ...told('turnedOn'),
  });
  const off = useMutation({
    mutationFn: async ({ id, current }: OwnPushSubscription) => {
      await removeSubscription(id);
      // The server has forgotten the browser; what the browser keeps does no harm.
      if (current) await unsubscribeBrowser().catch(() => undefined);
    },
    ...told('turnedOff'),
  });
  const test = useMutation({ mutationFn: sendTestMessage, ...told('tested') });
  return { on, off, test };
}

function reportFailure(error: unknown): void {
  if (!(error instanceof PushRefused)) notify('error', errorText(error), requestIdText(error));
  // A browser that denies is told so where the button was.
  else if (error.why !== 'denied') notify('warning', wordsNow(noticeChoiceWords)[error.why]);
}

type Changes = ReturnType<typeof usePushChanges>;

function DeviceRow(props: { subscription: OwnPushSubscription; changes: Changes }) {
  const { subscription, changes } = props;
  const { off, test } = changes;
  const words = useWords(noticeChoiceWords);
  const device = deviceText(subscription);
  return (
    <Flex as="li" gap="3" py="3" align="center" wrap="wrap" borderTopWidth="1px">
      <Box color="fg.muted" flexShrink="0">
        <BellRing size={20} aria-hidden />
      </Box>
      <Box flex="1 1 10rem" minW="0">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{device}</Text>
          {subscription.current ? <StatusTag tone="brand" icon={Laptop} label={words.thisDevice} /> : null}
        </Flex>
        <Text textStyle="xs" color="fg.muted">
          {words.since(formatDate(subscription.createdAt))}
        </Text>
      </Box>
      <Flex gap="2" wrap="wrap">
        {subscription.current ? (
          <Button
            size="xs"
            variant="outline"
            loading={test.isPending}
            loadingText={words.test}
            onClick={() => test.mutate(subscription.id)}
          >
            {words.test}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          loading={off.isPending && off.variables.id === subscription.id}
          loadingText={words.turnOff}
          aria-label={words.turnOffNamed(device)}
          onClick={() => off.mutate(subscription)}
        >
          {words.turnOff}
        </Button>
      </Flex>
    </Flex>
  );
}

/** What the browser allows. The server cannot know it, and renders the page for a browser that can have push. */
function usePush(): { isPossible: boolean; isDenied: boolean } {
  const isTakenOver = useTakenOver();
  return { isPossible: !isTakenOver || hasPush(), isDenied: isTakenOver && isPushDenied() };
}

/** A disabled button must state its reason beside it. */
function TurnOn(props: { isFull: boolean; changes: Changes }) {
  const { isFull, changes } = props;
  const words = useWords(noticeChoiceWords);
  const { isPossible, isDenied } = usePush();
  if (isDenied) return <Notice tone="warning">{words.denied}</Notice>;
  const reason = (!isPossible && words.notPossible) || (isFull && words.full(pushSubscriptionsMax));
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button
        size="sm"
        variant="outline"
        disabled={Boolean(reason)}
        loading={changes.on.isPending}
        loadingText={words.turnOn}
        onClick={() => changes.on.mutate()}
      >
        <BellRing aria-hidden /> {words.turnOn}
      </Button>
      {reason ? (
        <Text textStyle="xs" color="fg.muted">
          {reason}
        </Text>
      ) : null}
    </Flex>
  );
}

export function PushDevices(props: { publicKey: string; subscriptions: readonly OwnPushSubscription[] }) {
  const { publicKey, subscriptions } = props;
  const words = useWords(noticeChoiceWords);
  const changes = usePushChanges(publicKey);
  const { isDenied } = usePush();
  const isOnHere = subscriptions.some(({ current }) => current) && !isDenied;
  return (
    <Stack gap="3" align="stretch">
      <Box>
        <Text as="h3" textStyle="sm" fontWeight="semibold">
          {words.devices}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {words.devicesText}
        </Text>
      </Box>
      {subscriptions.length > 0 ? (
        <Box as="ul" listStyleType="none" textStyle="sm">
          {subscriptions.map((subscription) => (
            <DeviceRow key={subscription.id} subscription={subscription} changes={changes} />
          ))}
        </Box>
      ) : null}
      {isOnHere ? null : <TurnOn isFull={subscriptions.length >= pushSubscriptionsMax} changes={changes} />}
    </Stack>
  );
}
