/** Switches services on and off, individually, by category or all at once, and edits their costs. */
import { Box, Button, Flex, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { categories, type ServiceSummary } from '#services/contract.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { services, serviceName, useCategoryNames } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { unitOf } from '#web/features/jobs/catalogue/queries.ts';
import { settingsQuery, useSettings } from '#web/features/site/settings-queries.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { ReasonBar } from '#web/features/admin/reason-bar.tsx';
import { putSettings, showSaved, useSaveSettings } from '#web/features/admin/system/settings-changes.ts';
import { serviceWords } from './words.ts';
import { creditsIn } from '#web/features/admin/users/rules.ts';
import { adminWords } from '#web/features/admin/words.ts';

/** The services to switch, the direction, and their common name. */
type SwitchRequest = { ids: string[]; enabled: boolean; name: string };
type Draft = Record<string, string>;

function withSwitched(settings: CreditSettings, { ids, enabled }: SwitchRequest): string[] {
  const rest = settings.enabledServices.filter((id) => !ids.includes(id));
  return enabled ? [...rest, ...ids] : rest;
}

function useSwitch(request: SwitchRequest | null): AdminAction | null {
  const words = useWords(serviceWords);
  const client = useQueryClient();
  if (!request) return null;
  const { enabled, name } = request;
  return {
    title: enabled ? words.enableTitle(name) : words.disableTitle(name),
    effect: enabled ? words.enableEffect : words.disableEffect,
    confirmLabel: enabled ? words.enable : words.disable,
    destructive: !enabled,
    needsReason: true,
    success: enabled ? words.enabled : words.disabled,
    act: async (reason) => {
      // The list is sent as a whole, so it is read again first; otherwise a concurrent change by another administrator
      // would be lost.
      const now = await client.query({ ...settingsQuery, staleTime: 0 });
      showSaved(client, await putSettings({ enabledServices: withSwitched(now, request), reason }));
    },
  };
}

function ServiceRow(props: {
  service: ServiceSummary;
  enabled: boolean;
  unavailable: UnavailableReason | null;
  cost: string;
  onSwitch: (enabled: boolean) => void;
  onCost: (cost: string) => void;
}) {
  const { service, enabled, unavailable, cost, onSwitch, onCost } = props;
  const words = useWords(serviceWords);
  const name = serviceName(service.id, service.name);
  const isWrong = creditsIn(cost) === null;
  return (
    <ListRow py="2" gap="3">
      <Switch label={words.toggle(name)} checked={enabled} onChange={onSwitch} />
      <Box flex="1" minW="0">
        <Text overflowWrap="anywhere" color={enabled ? 'fg' : 'fg.muted'}>
          {name}
        </Text>
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {service.id}
        </Text>
        {unavailable ? (
          <Text textStyle="xs" color="fg.muted">
            {words.unavailable[unavailable]}
          </Text>
        ) : null}
      </Box>
      <Stack gap="0" align="flex-end">
        <Flex gap="2" align="center">
          <Input
            size="sm"
            w="20"
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            inputMode="decimal"
            autoComplete="off"
            aria-label={words.cost(name)}
            aria-invalid={isWrong}
            value={cost}
            onChange={(event) => onCost(event.target.value)}
          />
          <Text textStyle="xs" color="fg.muted" hideBelow="sm">
            {words.per[unitOf(service)]}
          </Text>
        </Flex>
        {isWrong ? (
          <Text textStyle="xs" color="fg.error" maxW="40" textAlign="end">
            {words.costWrong}
          </Text>
        ) : null}
      </Stack>
    </ListRow>
  );
}

function Switches(props: { label: [string, string]; onSwitch: (enabled: boolean) => void }) {
  const words = useWords(serviceWords);
  const [enable, disable] = props.label;
  return (
    <Flex gap="1">
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={enable}
        onClick={() => props.onSwitch(true)}
      >
        {words.enableAll}
      </Button>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={disable}
        onClick={() => props.onSwitch(false)}
      >
        {words.disableAll}
      </Button>
    </Flex>
  );
}

function Services({ settings }: { settings: CreditSettings }) {
  const words = useWords(serviceWords);
  const categoryNames = useCategoryNames();
  const [request, setRequest] = useState<SwitchRequest | null>(null);
  const [draft, setDraft] = useState<Draft>({});
  const action = useSwitch(request);
  const save = useSaveSettings(words.costsSaved, () => setDraft({}));
  const enabled = new Set(settings.enabledServices);
  const costNow = ({ id }: ServiceSummary) =>
    localDigits((settings.serviceCreditsConfig[id] ?? 0).toFixed(2));
  const changed = services.filter(({ id }) => {
    const cost = draft[id];
    return cost !== undefined && creditsIn(cost) !== settings.serviceCreditsConfig[id];
  });
  const costs = Object.fromEntries(changed.map(({ id }) => [id, creditsIn(draft[id] ?? '')]));
  const valid = Object.entries(costs).flatMap(([id, cost]) => (cost === null ? [] : [[id, cost] as const]));
  return (
    <Stack gap="5">
      <Flex gap="3" wrap="wrap" align="center" justify="space-between">
        <Text textStyle="sm" color="fg.muted">
          {words.intro} {words.enabledOf(enabled.size, services.length)}.
        </Text>
        <Switches
          label={[words.enableAll, words.disableAll]}
          onSwitch={(on) =>
            setRequest({ ids: services.map(({ id }) => id), enabled: on, name: words.everything })
          }
        />
      </Flex>
      {categories.map((category) => {
        const group = services.filter((service) => service.category === category);
        const name = categoryNames[category];
        return (
          <Box as="section" key={category} aria-label={name}>
            <Flex gap="2" align="center" justify="space-between" wrap="wrap" borderBottomWidth="1px" pb="1">
              <Heading as="h3" size="sm">
                {name}
              </Heading>
              <Switches
                label={[words.enableCategory(name), words.disableCategory(name)]}
                onSwitch={(on) => setRequest({ ids: group.map(({ id }) => id), enabled: on, name })}
              />
            </Flex>
            <Box as="ul" listStyleType="none" textStyle="sm">
              {group.map((service) => (
                <ServiceRow
                  key={service.id}
                  service={service}
                  enabled={enabled.has(service.id)}
                  unavailable={settings.unavailableReasons[service.id] ?? null}
                  cost={draft[service.id] ?? costNow(service)}
                  onSwitch={(on) =>
                    setRequest({
                      ids: [service.id],
                      enabled: on,
                      name: serviceName(service.id, service.name),
                    })
                  }
                  onCost={(cost) => setDraft({ ...draft, [service.id]: cost })}
                />
              ))}
            </Box>
          </Box>
        );
      })}
      {changed.length > 0 ? (
        <ReasonBar
          summary={`${words.pending(changed.length)}. ${words.costsNote}`}
          saveLabel={words.saveCosts}
          discardLabel={words.discard}
          disabled={valid.length < changed.length}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) => save.mutate({ serviceCreditsConfig: Object.fromEntries(valid), reason })}
          onDiscard={() => {
            setDraft({});
            save.reset();
          }}
        />
      ) : null}
      {action ? (
        <ActionDialog action={action} onDone={() => undefined} onClose={() => setRequest(null)} />
      ) : null}
    </Stack>
  );
}

export function ServicesTab() {
  const general = useWords(adminWords);
  const words = useWords(serviceWords);
  const settings = useSettings();
  return (
    <Panel title={general.tabs.services}>
      {settings.isPending ? <LoadingLines lines={8} height="10" label={words.loading} /> : null}
      <LoadFailure title={words.loadFailed} query={settings} />
      {settings.data ? <Services settings={settings.data} /> : null}
    </Panel>
  );
}
