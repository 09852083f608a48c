/** Lists the ad placements by page. Each is switched on or off immediately; their settings are saved together. */
import { Box, Checkbox, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adFormats, isLoaded } from '#contracts/site/ads-rules.ts';
import type { AdSetting } from '#contracts/calls/site-answers.ts';
import { call } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { LoadFailure, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { adminAdWords } from './words.ts';
import { ReasonBar } from '#web/features/admin/reason-bar.tsx';
import { adminWords } from '#web/features/admin/words.ts';

const adsQuery = queryOptions({
  queryKey: ['ads', 'all'],
  queryFn: ({ signal }) => call('GET /api/ads/settings', { signal }).then((answer) => answer.settings),
});

type Change = Partial<Omit<AdSetting, 'id' | 'enabled'>>;
type Draft = Partial<Record<AdSetting['id'], Change>>;

const pages = ['dashboard', 'blog_listing', 'blog_single'] as const;

const clientPattern = /^(ca-pub-\d{10,20})?$/;
const slotPattern = /^(\d{5,20})?$/;
const isValid = ({ ad_client_id, ad_slot_id }: AdSetting): boolean =>
  clientPattern.test(ad_client_id.trim()) && slotPattern.test(ad_slot_id.trim());

function Placement(props: {
  setting: AdSetting;
  switching: boolean;
  onSwitch: (enabled: boolean) => void;
  onChange: (change: Change) => void;
}) {
  const { setting, switching, onSwitch, onChange } = props;
  const words = useWords(adminAdWords);
  const place = words.places[setting.id];
  return (
    <Stack as="li" gap="3" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Flex gap="3" align="center">
        <Switch
          label={words.toggle(`${words.pages[pageOf(setting)]}, ${place}`)}
          checked={setting.enabled}
          disabled={switching}
          onChange={onSwitch}
        />
        <Box minW="0">
          <Text fontWeight="medium">{place}</Text>
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {setting.id}
          </Text>
        </Box>
        <Text textStyle="sm" color="fg.muted" ms="auto" flexShrink="0">
          {setting.enabled ? words.on : words.off}
        </Text>
      </Flex>
      {setting.enabled && !isLoaded(setting) ? (
        <Text textStyle="sm" color="fg.warning">
          {words.incomplete}
        </Text>
      ) : null}
      <Grid
        templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr 2fr' }}
        gap="3"
        alignItems="start"
      >
        <TextField
          label={words.client}
          value={setting.ad_client_id}
          autoComplete="off"
          placeholder="ca-pub-"
          maxLength={30}
          error={clientPattern.test(setting.ad_client_id.trim()) ? undefined : words.clientWrong}
          onChange={(value) => onChange({ ad_client_id: value })}
        />
        <TextField
          label={words.slot}
          value={setting.ad_slot_id}
          autoComplete="off"
          inputMode="numeric"
          maxLength={20}
          error={slotPattern.test(setting.ad_slot_id.trim()) ? undefined : words.slotWrong}
          onChange={(value) => onChange({ ad_slot_id: value })}
        />
        <SelectField
          label={words.format}
          choices={adFormats.map((value) => ({ value, label: words.formats[value] }))}
          value={setting.ad_format}
          onChange={(value) => onChange({ ad_format: value })}
        />
        <TextField
          label={words.description}
          value={setting.description}
          maxLength={200}
          autoComplete="off"
          onChange={(value) => onChange({ description: value })}
        />
      </Grid>
      <Checkbox.Root
        size="sm"
        checked={setting.full_width_responsive}
        onCheckedChange={({ checked }) => onChange({ full_width_responsive: checked === true })}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{words.responsive}</Checkbox.Label>
      </Checkbox.Root>
    </Stack>
  );
}

const pageOf = ({ id }: AdSetting): (typeof pages)[number] =>
  pages.find((page) => id.startsWith(page)) ?? 'dashboard';

function useAdChanges(onSaved: () => void) {
  const words = useWords(adminAdWords);
  const { messages } = useWords(adminWords);
  const { id: userId } = useUser();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['ads'] });
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Pick<AdSetting, 'id' | 'enabled'>) =>
      call('PATCH /api/ads/toggle/:id', { params: { id }, body: { enabled, userId } }),
    onSuccess: (_, { id, enabled }) => notify('success', words.switched(words.places[id], enabled)),
    onError: (error) => notify('error', messages.adsToggleFailed, errorText(error)),
    onSettled: refresh,
  });
  const save = useMutation({
    // Only what was edited is sent, because another administrator may have changed the rest.
    mutationFn: async (request: { changed: AdSetting['id'][]; draft: Draft; reason: string }) => {
      for (const id of request.changed)
        await call('PUT /api/ads/settings/:id', {
          params: { id },
          body: { ...request.draft[id], userId, reason: request.reason },
        });
    },
    onSuccess: () => {
      notify('success', messages.adsSaved);
      onSaved();
    },
    onError: (error) => notify('error', messages.adsSaveFailed, requestIdText(error)),
    onSettled: refresh,
  });
  return { toggle, save };
}

function Placements({ settings }: { settings: AdSetting[] }) {
  const words = useWords(adminAdWords);
  const [draft, setDraft] = useState<Draft>({});
  const { toggle, save } = useAdChanges(() => setDraft({}));
  const shown = settings.map((setting) => ({ ...setting, ...draft[setting.id] }));
  const changed = shown.filter((setting) => draft[setting.id] !== undefined);
  return (
    <Stack gap="5">
      <Text textStyle="sm" color="fg.muted">
        {words.intro}
      </Text>
      {pages.map((page) => (
        <Box as="section" key={page} aria-label={words.pages[page]}>
          <Heading as="h3" size="sm" borderBottomWidth="1px" pb="2">
            {words.pages[page]}
          </Heading>
          <Box as="ul" listStyleType="none">
            {shown
              .filter((setting) => pageOf(setting) === page)
              .map((setting) => (
                <Placement
                  key={setting.id}
                  setting={setting}
                  switching={toggle.isPending}
                  onSwitch={(enabled) => toggle.mutate({ id: setting.id, enabled })}
                  onChange={(change) =>
                    setDraft({ ...draft, [setting.id]: { ...draft[setting.id], ...change } })
                  }
                />
              ))}
          </Box>
        </Box>
      ))}
      {changed.length > 0 ? (
        <ReasonBar
          summary={words.pending(changed.length)}
          saveLabel={words.saveAll}
          discardLabel={words.discard}
          disabled={!changed.every(isValid)}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) => save.mutate({ changed: changed.map(({ id }) => id), draft, reason })}
          onDiscard={() => {
            setDraft({});
            save.reset();
          }}
        />
      ) : null}
    </Stack>
  );
}

export function AdsTab() {
  const general = useWords(adminWords);
  const words = useWords(adminAdWords);
  const ads = useQuery(adsQuery);
  return (
    <Panel title={general.tabs.ads}>
      {ads.isPending ? <LoadingLines lines={6} height="16" label={words.loading} /> : null}
      <LoadFailure title={general.messages.adsLoadFailed} query={ads} />
      {ads.data ? <Placements settings={ads.data} /> : null}
    </Panel>
  );
}
