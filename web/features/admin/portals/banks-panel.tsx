/** Lists the banks that take claims: what is missing, how their desks are, and what administrators may change. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, FileText, Landmark } from 'lucide-react';
import { useState } from 'react';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { currentLanguage, useLanguage } from '#web/lib/language.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import type { AdminAction } from '#web/features/admin/action-dialog.tsx';
import { AddressDialog, BankDialog } from './bank-dialogs.tsx';
import { bankListQuery, banksKey } from './bank-queries.ts';
import { bankWords } from './bank-words.ts';
import { actionOf, PlaceActions } from './place-actions.tsx';
import { bankNameIn } from './place-name.ts';
import { conditionText, connectionText, jobsText, probesText, servicesText } from './place-texts.ts';
import { changePortal, portalsQuery } from './queries.ts';
import { SwitchDialog } from './switch-dialog.tsx';
import { portalWords } from './words.ts';

/** Says where the desk is, or why nothing can be filed there. */
function addressText({ address, hosts, addressVariable, proposedBy, confirmedBy }: BankEntry): string {
  const words = wordsNow(bankWords);
  if (address === null)
    return addressVariable === null ? words.noAddress : words.fromEnvironment(addressVariable);
  const place = words.at(address, hosts);
  return proposedBy === null ? place : `${place} ${words.setBy(proposedBy, confirmedBy)}`;
}

/** `portal` is what is known of the first bank's desk as a portal. */
function stateText(bank: BankEntry, portal: PortalBoardEntry | undefined): string {
  const words = wordsNow(bankWords);
  const { address, pageMapVersion, pageMapUnused, addressVariable } = bank;
  return [
    portal && address !== null ? connectionText(portal) : addressText(bank),
    address === null ? '' : probesText(bank, words.notFiled),
    pageMapVersion > 0 && addressVariable === null ? words.ownMap(pageMapVersion) : '',
    pageMapUnused > 0 && addressVariable === null ? wordsNow(portalWords).unusedTexts(pageMapUnused) : '',
    jobsText(bank) + (portal ? servicesText(portal) : ''),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

type Step = 'change' | 'address' | 'switch';

/** `name` is what a screen reader says, which must tell the banks apart. */
function StepButton(props: { label: string; name: string; onClick: () => void }) {
  const { label, name, onClick } = props;
  return (
    <Button size="sm" variant="outline" colorPalette="gray" aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}

function BankRow(props: {
  bank: BankEntry;
  portal: PortalBoardEntry | undefined;
  onAsk: (step: Step) => void;
}) {
  const { bank, portal, onAsk } = props;
  const words = useWords(bankWords);
  const nameOf = usePortalName();
  const name = bankNameIn(useLanguage(), bank);
  const { state, isEnabled, pending, hasDesk, place } = bank;
  const change = (
    <StepButton label={words.change} name={words.changeNamed(name)} onClick={() => onAsk('change')} />
  );
  const condition = hasDesk ? conditionText(bank) : '';
  const hasOwnAddress = hasDesk && bank.addressVariable === null;
  return (
    <ListRow py="3" gap="4" wrap="wrap">
      <Stack gap="0.5" flex="1 1 26rem" minW="0">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{name}</Text>
          {/* So it is called on the overview and in jobs. */}
          {portal ? (
            <Text as="span" textStyle="sm" color="fg.muted">
              {nameOf(portal.label)}
            </Text>
          ) : null}
          <StatusTag
            tone={isEnabled ? 'brand' : 'gray'}
            icon={isEnabled ? CircleCheck : CircleDashed}
            label={isEnabled ? words.on : words.off}
          />
          {state === 'documentsOnly' ? (
            <StatusTag tone="gray" icon={FileText} label={words.documentsOnly} />
          ) : (
            <PortalStateTag state={state} />
          )}
        </Flex>
        {condition === '' ? null : (
          <Text textStyle="sm" overflowWrap="anywhere">
            {condition}
          </Text>
        )}
        {hasDesk ? (
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {stateText(bank, portal)}
          </Text>
        ) : null}
        {pending ? (
          <Text textStyle="sm" overflowWrap="anywhere">
            {words.pending(pending.address, pending.by)}
          </Text>
        ) : null}
      </Stack>
      {hasDesk ? (
        <PlaceActions place={place} label={name} kept={bank} hasPageMap onSwitch={() => onAsk('switch')}>
          {hasOwnAddress ? (
            <StepButton
              label={words.address}
              name={words.addressNamed(name)}
              onClick={() => onAsk('address')}
            />
          ) : null}
          {change}
        </PlaceActions>
      ) : (
        change
      )}
    </ListRow>
  );
}

function switchOf(bank: BankEntry): AdminAction {
  const words = wordsNow(bankWords);
  const verb = actionOf(bank);
  const isPause = verb === 'pause';
  return {
    title: `${words[verb]}: ${bankNameIn(currentLanguage(), bank)}`,
    effect: isPause ? words.pauseEffect : words.resumeEffect,
    confirmLabel: words[verb],
    needsReason: true,
    act: (reason) => changePortal(bank.place, verb, reason),
    success: isPause ? words.paused : words.resumed,
  };
}

export function BanksPanel() {
  const words = useWords(bankWords);
  const client = useQueryClient();
  const banks = useQuery(bankListQuery);
  const board = useQuery(portalsQuery);
  const [asked, setAsked] = useState<{ bank: BankEntry | null; step: Step } | null>(null);
  const close = () => setAsked(null);
  const refresh = () => void client.invalidateQueries({ queryKey: banksKey });
  return (
    <Panel
      title={words.title}
      actions={
        <Button size="sm" variant="outline" onClick={() => setAsked({ bank: null, step: 'change' })}>
          {words.add}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="2">
        {words.intro}
      </Text>
      <WholeList
        list={banks}
        loading={{ label: words.loading, lines: 2, height: '10' }}
        failed={words.failed}
        empty={<EmptyState icon={Landmark} title={words.none} />}
      >
        {(bank) => (
          <BankRow
            key={bank.key}
            bank={bank}
            portal={board.data?.portals.find(({ portal }) => portal === bank.place)}
            onAsk={(step) => setAsked({ bank, step })}
          />
        )}
      </WholeList>
      {asked?.step === 'change' ? <BankDialog bank={asked.bank} onClose={close} /> : null}
      {asked?.step === 'address' && asked.bank ? <AddressDialog bank={asked.bank} onClose={close} /> : null}
      {asked?.step === 'switch' && asked.bank ? (
        <SwitchDialog
          asked={actionOf(asked.bank)}
          state={(banks.data?.find(({ key }) => key === asked.bank?.key) ?? asked.bank).state}
          action={switchOf(asked.bank)}
          onDone={refresh}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}
