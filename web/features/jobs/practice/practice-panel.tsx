/**
 * Greets a customer who has no job yet with a practice run: any service, with its sample or the customer's own sheet.
 * The result opens on the page of its job.
 */
import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PracticeOffer } from '#contracts/calls/jobs-answers.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { workHistoryKey, workHistoryQuery } from '#web/features/jobs/work-history-queries.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { useLanguage } from '#web/lib/language.ts';
import { errorText } from '#web/lib/messages.ts';
import { services, textsIn } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { OwnSheet } from './own-sheet.tsx';
import { practiceOfferQuery, startPractice, type PracticeInput } from './queries.ts';
import { practiceWords } from './words.ts';

/** A look-up that ends in seconds and returns a document for each row. */
const FIRST_SERVICE = 'exp-search';

function useStart() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: PracticeInput) => startPractice(input),
    onSuccess: ({ jobId }) => {
      void client.invalidateQueries({ queryKey: workHistoryKey });
      void navigate(paths.job(jobId));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: practiceOfferQuery.queryKey }),
  });
}

function PracticeForm(props: { offer: PracticeOffer; serviceIds: readonly string[] }) {
  const { offer, serviceIds } = props;
  const words = useWords(practiceWords);
  const language = useLanguage();
  const first = serviceIds.includes(FIRST_SERVICE) ? FIRST_SERVICE : (serviceIds[0] ?? '');
  const [serviceId, setServiceId] = useState(first);
  const [isOwn, setIsOwn] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const start = useStart();
  const service = services.find(({ id }) => id === serviceId);
  if (!service) return null;
  const choose = (id: string) => {
    start.reset();
    setServiceId(id);
    setKey(crypto.randomUUID());
  };
  const send = (own: PracticeInput['own']) => {
    // Another file under the same key would be another request.
    const sent = start.isError ? crypto.randomUUID() : key;
    setKey(sent);
    start.mutate({ serviceId, own, key: sent });
  };
  const takesOwn = service.portal !== null;
  const hasNone = offer.runsLeft === 0;
  const choices = serviceIds.flatMap((id) => {
    const known = services.find((each) => each.id === id);
    return known ? [{ value: id, label: textsIn(known, language).name }] : [];
  });
  return (
    <Stack gap="3">
      <Grid templateColumns={{ base: '1fr', md: 'minmax(0, 20rem) 1fr' }} gap="3" alignItems="end">
        <SelectField
          label={words.what}
          choices={choices}
          value={serviceId}
          onChange={choose}
          disabled={start.isPending}
        />
        <Flex gap="2" wrap="wrap">
          {isOwn && takesOwn ? null : (
            <Button
              onClick={() => send(null)}
              loading={start.isPending}
              loadingText={words.starting}
              disabled={hasNone}
            >
              <Play aria-hidden /> {words.runSample}
            </Button>
          )}
          {takesOwn ? (
            <Button
              variant="outline"
              colorPalette="gray"
              disabled={start.isPending || hasNone}
              onClick={() => setIsOwn(!isOwn)}
            >
              {isOwn ? words.useSample : words.useOwn}
            </Button>
          ) : null}
        </Flex>
      </Grid>
      {isOwn && takesOwn ? (
        <OwnSheet
          key={serviceId}
          service={service}
          rowsMax={offer.rowsMax}
          pending={start.isPending}
          disabled={hasNone}
          onChange={() => start.reset()}
          onStart={send}
        />
      ) : null}
      {start.isError ? (
        <Notice tone="error" smallPrint={requestIdText(start.error)}>
          {errorText(start.error)}
        </Notice>
      ) : null}
      <Text textStyle="xs" color="fg.muted">
        {hasNone ? words.none : words.left(offer.runsLeft)}
      </Text>
    </Stack>
  );
}

/** Shown until the customer has a job that is real work; nothing where practice is not offered. */
export function PracticePanel() {
  const words = useWords(practiceWords);
  const user = useUser();
  const offer = useQuery(practiceOfferQuery);
  const settings = useQuery(settingsQuery);
  const history = useQuery(workHistoryQuery(user.id, 1));
  if (!offer.data || !settings.data || history.data?.summary.totalProcesses !== 0) return null;
  const { enabledServices } = settings.data;
  const serviceIds = offer.data.serviceIds.filter((id) => enabledServices.includes(id));
  if (serviceIds.length === 0) return null;
  return (
    <Panel title={words.title} borderColor="brand.solid">
      <Stack gap="3">
        <Box maxW="3xl">
          <Text textStyle="sm" color="fg.muted">
            {words.about}
          </Text>
        </Box>
        <PracticeForm offer={offer.data} serviceIds={serviceIds} />
      </Stack>
    </Panel>
  );
}
