/** Renders Start Automation: choose a service, add a file, check it, start (design.md, "Dashboard"). */
import { Box, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useServiceTexts } from '#web/lib/services.ts';
import { useHasLeftPage } from '#web/lib/use-has-left.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { Step } from '#web/ui/step.tsx';
import { listedServices, unitOf, type ListedService } from '#web/features/jobs/catalogue/queries.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { BankChoiceField, useChosenBank } from './bank-choice.tsx';
import { CheckStep } from './check-step.tsx';
import { askedOf, ColumnChoice } from './column-choice.tsx';
import { DocumentsOnly } from './documents-only.tsx';
import { FileStep } from './file-step.tsx';
import { useRecentServices } from './recent-services.ts';
import { ServiceSelect } from './service-select.tsx';
import { StartAction } from './start-action.tsx';
import { useSheetCheck, type SheetCheck } from './use-sheet-check.ts';
import { forgetStarted, useStartDraft } from './use-start-draft.ts';
import { useWords } from '#web/lib/words.ts';
import { startWords } from './words.ts';

/** Keeps focused elements above the bar with Start, which stays visible at the bottom. */
const clearOfStartBar = {
  '& :is(input, button, a, [tabindex])': { scrollMarginBottom: { base: '44', md: '28' } },
};

function Description(props: { service: ServiceSummary }) {
  return useServiceTexts(props.service).description;
}

type StartDraft = ReturnType<typeof useStartDraft>;

/**
 * What is chosen in the first step, as far as it is offered. `isSettled`: whether the services are not being read again.
 */
function useChosenWork(services: readonly ListedService[], draft: StartDraft, isSettled: boolean) {
  const offer = services.find(({ service }) => service.id === draft.serviceId) ?? null;
  const service = offer && !offer.unavailable ? offer.service : null;
  const bank = useChosenBank(service, draft.bankKey);
  const onlyDocuments = (service?.preparesDocuments && (bank.onlyDocuments ?? offer?.onlyDocuments)) || null;
  const { noteOwnChoice, sent } = draft;
  const mustBeDocuments = onlyDocuments !== null && !sent;
  const documentsOnly = Boolean(service?.preparesDocuments && (draft.documentsOnly || mustBeDocuments));
  const bankKey = bank.bank?.key ?? null;
  // An older answer that a desk is down, which is being read again, must not switch on for good that only documents are
  // made.
  const isLastingly = mustBeDocuments && isSettled && bank.isSettled;
  useEffect(
    () => noteOwnChoice({ bankKey, documentsOnly: isLastingly }),
    [noteOwnChoice, bankKey, isLastingly],
  );
  return { offer, service, bank, onlyDocuments, documentsOnly };
}
type ChosenWork = ReturnType<typeof useChosenWork>;

function ServiceStep(props: {
  services: ListedService[];
  work: ChosenWork;
  recent: readonly string[];
  draft: StartDraft;
  onService: (serviceId: string | null) => void;
}) {
  const { services, work, recent, draft, onService } = props;
  const { offer, bank, onlyDocuments, documentsOnly } = work;
  const words = useWords(startWords);
  const { reasons, why } = useWords(unavailableWords);
  const language = useLanguage();
  return (
    <Step number={1} title={words.chooseService}>
      <ServiceSelect
        key={`${services.length}-${language}`}
        services={services}
        serviceId={offer?.service.id ?? null}
        onService={onService}
        recent={recent}
      />
      {offer?.unavailable ? (
        <Notice tone="warning" title={reasons[offer.unavailable]}>
          {why[offer.unavailable]}
        </Notice>
      ) : null}
      {offer ? (
        <Text textStyle="sm" color="fg.muted">
          <Description service={offer.service} />
        </Text>
      ) : null}
      <BankChoiceField chosen={bank} onChange={draft.setBank} />
      {offer?.service.preparesDocuments ? (
        <DocumentsOnly isOn={documentsOnly} reason={onlyDocuments} onChange={draft.setDocumentsOnly} />
      ) : null}
      {offer?.service.id === REX_SERVICE ? (
        <RouteLink to={paths.rex} textStyle="sm">
          {words.openRex}
        </RouteLink>
      ) : null}
    </Step>
  );
}

function CheckAndStartStep(props: { work: ChosenWork; check: SheetCheck; preview: Preview | null }) {
  const { work, check, preview } = props;
  const { asked, again } = check;
  const words = useWords(startWords);
  return (
    <Step number={3} title={words.checkAndStart} idle={preview || asked ? undefined : words.checkedFirst}>
      {asked && work.service ? (
        <ColumnChoice
          key={asked.missingColumns.map(({ name }) => name).join()}
          asked={asked}
          pending={again.isPending}
          error={askedOf(again.error) ? null : again.error}
          {...(preview ? { onCancel: again.reset } : {})}
          onRead={(columns) => check.readUnder(asked.uploadId, columns)}
        />
      ) : null}
      {preview && !asked && work.offer ? (
        <CheckStep
          key={preview.uploadId}
          preview={preview}
          unit={unitOf(work.offer.service)}
          corrections={check.corrections}
          pending={again.isPending}
          error={again.error}
          onRead={(columns) => check.readUnder(preview.uploadId, columns)}
        />
      ) : null}
    </Step>
  );
}

function StartForm(props: {
  settings: CreditSettings;
  isSettled: boolean;
  onStarted: (jobId: string) => void;
}) {
  const { settings, isSettled, onStarted } = props;
  const words = useWords(startWords);
  const services = useMemo(() => listedServices(settings), [settings]);
  const draft = useStartDraft();
  const hasLeft = useHasLeftPage();
  const { recent, add: addRecent } = useRecentServices(useUser().id);
  const work = useChosenWork(services, draft, isSettled);
  const { service } = work;
  const check = useSheetCheck(service?.id ?? null, draft);
  const chooseService = (serviceId: string | null) => {
    check.forget();
    draft.setService(serviceId);
  };

  return (
    <>
      <Stack as="ol" listStyleType="none" gap="5" css={clearOfStartBar}>
        <ServiceStep
          services={services}
          work={work}
          recent={recent}
          draft={draft}
          onService={chooseService}
        />
        <Step number={2} title={words.addFile} idle={service ? undefined : words.chooseFirst}>
          {service ? (
            <FileStep
              key={service.id}
              service={service}
              upload={check.upload}
              hasSentPassword={check.hasSentPassword}
              fileName={check.fileName}
              onFile={check.addFile}
              onClear={check.clearFile}
            />
          ) : null}
        </Step>
        <CheckAndStartStep work={work} check={check} preview={draft.checked?.preview ?? null} />
      </Stack>
      <StartAction
        service={service}
        documentsOnly={work.documentsOnly}
        chosen={work.bank}
        checked={check.asked ? null : draft.checked}
        isAsked={check.asked !== null}
        reading={check.isReading}
        corrections={check.corrections}
        keepPreview={draft.keepPreview}
        dropFile={draft.dropFile}
        noteSent={draft.noteSent}
        onChanged={check.lookAgain}
        onStarted={(jobId, started) => {
          addRecent(started.preview.serviceId);
          if (hasLeft()) forgetStarted(started);
          else if (draft.checked?.preview.uploadId === started.preview.uploadId) chooseService(null);
          onStarted(jobId);
        }}
      />
    </>
  );
}

export function StartPanel(props: { onStarted: (jobId: string) => void }) {
  const words = useWords(startWords);
  const settings = useQuery(settingsQuery);
  return (
    <Panel title={words.startAutomation}>
      {settings.isPending ? <LoadingLines lines={3} height="16" label={words.loadingServices} /> : null}
      <LoadFailure title={words.servicesFailed} query={settings} />
      {settings.data ? (
        <Box>
          <StartForm
            settings={settings.data}
            isSettled={settings.isSuccess && !settings.isFetching}
            onStarted={props.onStarted}
          />
        </Box>
      ) : null}
    </Panel>
  );
}
