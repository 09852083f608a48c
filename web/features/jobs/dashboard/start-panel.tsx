/** Renders Start Automation: choose a service, add a file, check it, start (design.md, "Dashboard"). */
import { Box, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { useLanguage } from '#web/lib/language.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { useServiceTexts } from '#web/lib/services.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { Step } from '#web/ui/step.tsx';
import { listedServices, unitOf } from '#web/features/jobs/catalogue/queries.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { checkUpload, previewUpload, type UploadInput } from '#web/features/jobs/queries.ts';
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
import { useSheetCorrections } from './use-sheet-corrections.ts';
import { useStartDraft } from './use-start-draft.ts';
import { useWords } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

/** Keeps focused elements above the bar with Start, which stays visible at the bottom. */
const clearOfStartBar = {
  '& :is(input, button, a, [tabindex])': { scrollMarginBottom: { base: '44', md: '28' } },
};

function Description(props: { service: ServiceSummary }) {
  return useServiceTexts(props.service).description;
}

function StartForm(props: { settings: CreditSettings; onStarted: (jobId: string) => void }) {
  const { settings, onStarted } = props;
  const words = useWords(dashboardWords);
  const { reasons, why } = useWords(unavailableWords);
  const language = useLanguage();
  const services = useMemo(() => listedServices(settings), [settings]);
  const draft = useStartDraft();
  const { recent, add: addRecent } = useRecentServices(useUser().id);
  const offer = services.find(({ service }) => service.id === draft.serviceId) ?? null;
  const service = offer && !offer.unavailable ? offer.service : null;
  const chosen = useChosenBank(service, draft.bankKey);
  const onlyDocuments = chosen.onlyDocuments ?? offer?.onlyDocuments ?? null;
  const documentsOnly = Boolean(service?.preparesDocuments && (draft.documentsOnly || onlyDocuments));
  const passwordOnce = useRef<string | null>(null);
  const upload = useMutation({
    ...sentAgain,
    mutationFn: (input: UploadInput) => {
      const password = passwordOnce.current;
      passwordOnce.current = null;
      return previewUpload(input, password);
    },
    onSuccess: (preview: Preview, sent) => {
      if (preview.serviceId === sent.serviceId) draft.keepPreview(preview);
    },
  });
  const again = useMutation({
    ...sentAgain,
    mutationFn: checkUpload,
    onSuccess: (preview: Preview) => draft.keepPreview(preview),
  });
  const corrections = useSheetCorrections(draft.checked, draft.keepPreview);
  /** The sheet whose columns must still be named. */
  const asked =
    askedOf(again.error, again.variables?.columns) ?? (draft.checked ? null : askedOf(upload.error));
  const readUnder = (uploadId: string, columns: ColumnMapping) => {
    if (service) again.mutate({ serviceId: service.id, uploadId, columns });
  };
  const chooseService = (serviceId: string | null) => {
    upload.reset();
    again.reset();
    draft.setService(serviceId);
  };
  const addFile = (file: File, documents: File | null, password: string | null = null) => {
    draft.dropFile();
    again.reset();
    passwordOnce.current = password;
    if (service) upload.mutate({ serviceId: service.id, file, documents });
  };
  const clearFile = () => {
    upload.reset();
    again.reset();
    draft.dropFile();
  };

  return (
    <>
      <Stack as="ol" listStyleType="none" gap="5" css={clearOfStartBar}>
        <Step number={1} title={words.chooseService}>
          <ServiceSelect
            key={`${services.length}-${language}`}
            services={services}
            serviceId={offer?.service.id ?? null}
            onService={chooseService}
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
          <BankChoiceField chosen={chosen} onChange={draft.setBank} />
          {offer?.service.preparesDocuments ? (
            <DocumentsOnly isOn={documentsOnly} reason={onlyDocuments} onChange={draft.setDocumentsOnly} />
          ) : null}
          {offer?.service.id === REX_SERVICE ? (
            <RouteLink to={paths.rex} textStyle="sm">
              {words.openRex}
            </RouteLink>
          ) : null}
        </Step>
        <Step number={2} title={words.addFile} idle={service ? undefined : words.chooseFirst}>
          {service ? (
            <FileStep
              key={service.id}
              service={service}
              upload={upload}
              fileName={
                draft.checked?.preview.fileName ?? (asked ? (upload.variables?.file.name ?? null) : null)
              }
              isAsked={asked !== null}
              onFile={addFile}
              onClear={clearFile}
            />
          ) : null}
        </Step>
        <Step
          number={3}
          title={words.checkAndStart}
          idle={draft.checked || asked ? undefined : words.checkedFirst}
        >
          {asked && service ? (
            <ColumnChoice
              key={asked.missingColumns.map(({ name }) => name).join()}
              asked={asked}
              pending={again.isPending}
              error={askedOf(again.error) ? null : again.error}
              {...(draft.checked ? { onCancel: again.reset } : {})}
              onRead={(columns) => readUnder(asked.uploadId, columns)}
            />
          ) : null}
          {draft.checked && !asked && offer ? (
            <CheckStep
              key={draft.checked.preview.uploadId}
              preview={draft.checked.preview}
              unit={unitOf(offer.service)}
              corrections={corrections}
              pending={again.isPending}
              error={again.error}
              onRead={(columns) => {
                if (draft.checked) readUnder(draft.checked.preview.uploadId, columns);
              }}
            />
          ) : null}
        </Step>
      </Stack>
      <StartAction
        service={service}
        documentsOnly={documentsOnly}
        chosen={chosen}
        checked={asked ? null : draft.checked}
        isAsked={asked !== null}
        reading={upload.isPending || again.isPending || corrections.isPending}
        keepPreview={draft.keepPreview}
        dropFile={draft.dropFile}
        onStarted={(jobId) => {
          if (service) addRecent(service.id);
          chooseService(null);
          onStarted(jobId);
        }}
      />
    </>
  );
}

export function StartPanel(props: { onStarted: (jobId: string) => void }) {
  const words = useWords(dashboardWords);
  const settings = useQuery(settingsQuery);
  return (
    <Panel title={words.startAutomation}>
      {settings.isPending ? <LoadingLines lines={3} height="16" label={words.loadingServices} /> : null}
      {settings.isError && !settings.data ? (
        <ErrorState
          title={words.servicesFailed}
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : null}
      {settings.data ? (
        <Box>
          <StartForm settings={settings.data} onStarted={props.onStarted} />
        </Box>
      ) : null}
    </Panel>
  );
}
