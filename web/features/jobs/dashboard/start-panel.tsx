/** Renders Start Automation: choose a service, add a file, check it, start (design.md, "Dashboard"). */
import { Box, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useServiceTexts } from '#web/lib/services.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { Step } from '#web/ui/step.tsx';
import { offeredServices, unitOf } from '#web/features/jobs/catalogue/queries.ts';
import { previewUpload, type UploadInput } from '#web/features/jobs/queries.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { CheckStep } from './check-step.tsx';
import { FileStep } from './file-step.tsx';
import { ServiceSelect } from './service-select.tsx';
import { StartAction } from './start-action.tsx';
import { useStartDraft } from './use-start-draft.ts';
import { useWords } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

function Description(props: { service: ServiceSummary }) {
  return useServiceTexts(props.service).description;
}

function StartForm(props: { settings: CreditSettings; onStarted: (jobId: string) => void }) {
  const { settings, onStarted } = props;
  const words = useWords(dashboardWords);
  const language = useLanguage();
  const services = useMemo(() => offeredServices(settings), [settings]);
  const draft = useStartDraft();
  const offer = services.find(({ service }) => service.id === draft.serviceId) ?? null;
  const service = offer?.service ?? null;
  const passwordOnce = useRef<string | null>(null);
  const upload = useMutation({
    mutationFn: (input: UploadInput) => {
      const password = passwordOnce.current;
      passwordOnce.current = null;
      return previewUpload(input, password);
    },
    onSuccess: (preview: Preview, sent) => {
      if (preview.serviceId === sent.serviceId) draft.keepPreview(preview);
    },
  });
  const chooseService = (serviceId: string | null) => {
    upload.reset();
    draft.setService(serviceId);
  };
  const addFile = (file: File, documents: File | null, password: string | null = null) => {
    draft.dropFile();
    passwordOnce.current = password;
    if (service) upload.mutate({ serviceId: service.id, file, documents });
  };
  const clearFile = () => {
    upload.reset();
    draft.dropFile();
  };

  return (
    <>
      <Stack as="ol" listStyleType="none" gap="5">
        <Step number={1} title={words.chooseService}>
          <ServiceSelect
            key={`${services.length}-${language}`}
            services={services}
            serviceId={service?.id ?? null}
            onService={chooseService}
          />
          {offer ? (
            <Text textStyle="sm" color="fg.muted">
              <Description service={offer.service} />
            </Text>
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
              fileName={draft.checked?.preview.fileName ?? null}
              onFile={addFile}
              onClear={clearFile}
            />
          ) : null}
        </Step>
        <Step number={3} title={words.checkAndStart} idle={draft.checked ? undefined : words.checkedFirst}>
          {draft.checked && offer ? (
            <CheckStep
              key={draft.checked.preview.uploadId}
              preview={draft.checked.preview}
              unit={unitOf(offer.service)}
            />
          ) : null}
        </Step>
      </Stack>
      <StartAction
        service={service}
        checked={draft.checked}
        reading={upload.isPending}
        keepPreview={draft.keepPreview}
        dropFile={draft.dropFile}
        onStarted={(jobId) => {
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
