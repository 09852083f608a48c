/**
 * Offers a practice run to a customer who has no job yet: any service, with its sample or the customer's own sheet. The
 * result opens on the page of its job.
 */
import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PracticeOffer } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { workHistoryKey, workHistoryQuery } from '#web/features/jobs/work-history-queries.ts';
import { practisedServices, type ListedService } from '#web/features/jobs/catalogue/queries.ts';
import { ServiceSelect } from '#web/features/jobs/start/service-select.tsx';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { useLanguage } from '#web/lib/language.ts';
import { isRefusal } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useHasLeftPage } from '#web/lib/use-has-left.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { OwnSheet } from './own-sheet.tsx';
import { practiceOfferQuery, startPractice, type PracticeInput } from './queries.ts';
import { practiceWords } from './words.ts';

/** A look-up that ends in seconds and returns a document for each row. */
const FIRST_SERVICE = 'exp-search';

function useStart() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasLeft = useHasLeftPage();
  return useMutation({
    mutationFn: (input: PracticeInput) => startPractice(input),
    onSuccess: ({ jobId }) => {
      void client.invalidateQueries({ queryKey: workHistoryKey });
      if (!hasLeft()) void navigate(paths.job(jobId));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: practiceOfferQuery.queryKey }),
  });
}

/** Returns the function that starts a practice run, and the one that forgets the last attempt. */
function useAttempt(service: ServiceSummary | null) {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const start = useStart();
  const send = (own: PracticeInput['own']) => {
    // A refused start may be followed by another one, which must not use the same key. One whose answer was lost may
    // have begun, and its key keeps it from beginning twice.
    const sent = isRefusal(start.error) ? crypto.randomUUID() : key;
    setKey(sent);
    if (service) start.mutate({ serviceId: service.id, own, key: sent });
  };
  /** Another service or file is another request, so it gets another key. */
  const forget = () => {
    start.reset();
    setKey(crypto.randomUUID());
  };
  return { start, send, forget };
}

function PracticeForm(props: { offer: PracticeOffer; services: ListedService[] }) {
  const { offer, services } = props;
  const words = useWords(practiceWords);
  const language = useLanguage();
  const first = services.find(({ service }) => service.id === FIRST_SERVICE) ?? services[0];
  const [serviceId, setServiceId] = useState<string | null>(first?.service.id ?? null);
  const [isOwn, setIsOwn] = useState(false);
  const service = services.find((known) => known.service.id === serviceId)?.service ?? null;
  const { start, send, forget } = useAttempt(service);
  const choose = (id: string | null) => {
    forget();
    setServiceId(id);
  };
  const switchSheet = () => {
    forget();
    setIsOwn(!isOwn);
  };
  // A service without a portal can be practised with its sample only.
  const own = isOwn && service !== null && service.portal !== null ? service : null;
  const disabled = service === null || offer.runsLeft === 0;
  return (
    <Stack gap="3">
      <Grid templateColumns={{ base: '1fr', md: 'minmax(0, 20rem) 1fr' }} gap="3" alignItems="end">
        <ServiceSelect
          key={language}
          label={words.what}
          services={services}
          serviceId={serviceId}
          onService={choose}
        />
        <Flex gap="2" wrap="wrap">
          {own ? null : (
            <Button
              onClick={() => send(null)}
              loading={start.isPending}
              loadingText={words.starting}
              disabled={disabled}
            >
              <Play aria-hidden /> {words.runSample}
            </Button>
          )}
          {service?.portal ? (
            <Button
              variant="outline"
              colorPalette="gray"
              disabled={start.isPending || disabled}
              onClick={switchSheet}
            >
              {own ? words.useSample : words.useOwn}
            </Button>
          ) : null}
        </Flex>
      </Grid>
      {own ? (
        <OwnSheet
          key={own.id}
          service={own}
          rowsMax={offer.rowsMax}
          pending={start.isPending}
          disabled={disabled}
          onChange={forget}
          onStart={send}
        />
      ) : null}
      {start.isError ? (
        <Notice tone="error" smallPrint={requestIdText(start.error)}>
          {errorText(start.error)}
        </Notice>
      ) : null}
      <Text textStyle="xs" color="fg.muted">
        {offer.runsLeft === 0 ? words.none : words.left(offer.runsLeft)}
      </Text>
    </Stack>
  );
}

/** Shown until the customer has started a real job; never shown where practice is not offered. */
export function PracticePanel() {
  const words = useWords(practiceWords);
  const user = useUser();
  const offer = useQuery(practiceOfferQuery);
  const settings = useQuery(settingsQuery);
  const history = useQuery(workHistoryQuery(user.id, 1));
  if (!offer.data || !settings.data || history.data?.summary.totalProcesses !== 0) return null;
  const services = practisedServices(settings.data, offer.data.serviceIds);
  if (services.length === 0) return null;
  return (
    <Panel title={words.title} borderColor="brand.solid">
      <Stack gap="3">
        <Box maxW="3xl">
          <Text textStyle="sm" color="fg.muted">
            {words.about}
          </Text>
        </Box>
        <PracticeForm offer={offer.data} services={services} />
      </Stack>
    </Panel>
  );
}
