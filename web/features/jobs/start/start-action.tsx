/** Shows the price, the reason if the job cannot be started, and the button that starts it. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState, type ReactNode } from 'react';
import { formatDecimals } from '#web/lib/numbers.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { credentialAt } from '#contracts/portals/portal-logins.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { refusalText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { unitOf } from '#web/features/jobs/catalogue/queries.ts';
import { loginUsableQuery } from '#web/features/portals/queries.ts';
import { requestBuyCredits } from '#web/features/payments/purchase-request.ts';
import { CredentialsDialog } from '#web/features/portals/credentials-dialog.tsx';
import { PortalNow } from './portal-now.tsx';
import type { ChosenBank } from './bank-choice.tsx';
import { FilingQuestion } from './filing-question.tsx';
import { needsFilingQuestion } from './filing-rules.ts';
import type { SheetCorrections } from './use-sheet-corrections.ts';
import type { CheckedFile, StartChoice } from './use-start-draft.ts';
import { useStartJob, type StartCall } from './use-start-job.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { startWords } from './words.ts';

function Price(props: { preview: Preview; unit: 'row' | 'file'; user: User }) {
  const words = useWords(startWords);
  const { billableRows, repeatedRows, costPerRow, totalCredits } = props.preview;
  const { unit, user } = props;
  const lines = [
    [
      repeatedRows > 0
        ? words.priceOfDifferent(billableRows + repeatedRows, billableRows, formatDecimals(costPerRow))
        : words.price(billableRows, unit, formatDecimals(costPerRow)),
      creditsText(totalCredits),
    ],
    [words.balance, user.isAdmin ? words.unlimited : creditsText(user.credits)],
  ] as const;
  return (
    <Box as="dl" textStyle="sm" fontVariantNumeric="tabular-nums">
      {lines.map(([label, value]) => (
        <Flex key={label} justify="space-between" gap="4">
          <Text as="dt" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" fontWeight="medium">
            {value}
          </Text>
        </Flex>
      ))}
    </Box>
  );
}

function covers(user: User, totalCredits: number): boolean {
  return user.isAdmin || user.credits >= totalCredits;
}

type BankState = 'ready' | 'missing' | 'unread';

function bankStateOf(chosen: ChosenBank | undefined): BankState {
  if (chosen?.isUnread) return 'unread';
  return chosen?.isAsked && chosen.bank === null ? 'missing' : 'ready';
}

/** Returns why the start button is disabled, or null if it is enabled. */
function reasonToWait(input: {
  service: ServiceSummary | null;
  checked: CheckedFile | null;
  reading: boolean;
  isUnchecked: boolean;
  isAsked: boolean;
  user: User;
  credentials: 'ready' | 'missing' | 'checking';
  bank: BankState;
}): string | null {
  const { service, checked, reading, isUnchecked, isAsked, user, credentials, bank } = input;
  const words = wordsNow(startWords);
  if (!service) return words.chooseFirst;
  if (bank === 'unread') return words.banksFirst;
  if (bank === 'missing') return words.chooseBankFirst;
  if (reading) return words.readingFile;
  if (isAsked) return words.nameColumnsFirst;
  if (!checked) return words.addFileFirst;
  if (isUnchecked) return words.correctionUnchecked;
  if (checked.preview.billableRows === 0) return words.noRowReady;
  if (!covers(user, checked.preview.totalCredits)) return words.creditsShort;
  if (credentials === 'missing') return words.loginFirst;
  return credentials === 'checking' ? words.loginChecking : null;
}

function useCredentialsState(
  service: ServiceSummary | null,
  {
    documentsOnly,
    chosen,
    userId,
  }: { documentsOnly: boolean; chosen: ChosenBank | undefined; userId: string },
) {
  const isKnown = bankStateOf(chosen) === 'ready';
  const kind = documentsOnly || !isKnown ? null : (service?.credentials ?? null);
  const portal = kind && credentialAt(kind, chosen?.place ?? '');
  const check = useQuery({
    ...loginUsableQuery(portal ?? 'bangladesh_bank_exp', userId),
    enabled: portal !== null,
  });
  if (portal === null) return { portal, state: 'ready' } as const;
  if (check.data === false) return { portal, state: 'missing' } as const;
  // If the check itself fails, the server decides at the start.
  return { portal, state: check.isPending ? 'checking' : 'ready' } as const;
}

function CredentialsWarning(props: { onConfigure: () => void }) {
  const words = useWords(startWords);
  return (
    <Notice
      tone="warning"
      title={words.credentialsRequired}
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onConfigure}>
          {words.configure}
        </Button>
      }
    >
      {words.credentialsWhy}
    </Notice>
  );
}

/** Returns the button's label, which includes what it starts and what that costs. */
function startLabel({ billableRows, repeatedRows, totalCredits }: Preview, unit: 'row' | 'file'): string {
  const words = wordsNow(startWords);
  return words.startRows(billableRows + repeatedRows, unit, creditsText(totalCredits));
}

function CreditsShort({ missing }: { missing: number }) {
  const words = useWords(startWords);
  return (
    <Notice
      tone="error"
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => requestBuyCredits(missing)}>
          {words.buyCredits}
        </Button>
      }
    >
      {refusalText('INSUFFICIENT_CREDITS')}
    </Notice>
  );
}

function StartedBefore() {
  const words = useWords(startWords);
  return (
    <Notice
      tone="warning"
      title={words.startedBefore}
      action={
        <RouteLink to={paths.jobs} textStyle="sm">
          {words.openJobs}
        </RouteLink>
      }
    >
      {words.startedBeforeWhy}
    </Notice>
  );
}

/** Stays in sight below the file: what is ready or why nothing can start, the balance, and the button. */
function StartBar(props: {
  /** Why the button is disabled; null if it is not. */
  reason: string | null;
  ready: string;
  balance: string | null;
  label: string;
  isStarting: boolean;
  onStart: () => void;
  children: ReactNode;
}) {
  const { reason, ready, balance, label, isStarting, onStart, children } = props;
  const reasonId = useId();
  return (
    <Flex
      data-testid="start-bar"
      position="sticky"
      bottom="var(--bottom-bar)"
      zIndex="docked"
      gap={{ base: '1.5', md: '3' }}
      align="center"
      justify="flex-end"
      wrap="wrap"
      bg="bg.panel"
      borderTopWidth="1px"
      mt="4"
      mx={{ base: '-4', md: '-5' }}
      mb={{ base: '-4', md: '-5' }}
      px={{ base: '4', md: '5' }}
      pt="3"
      pb="3"
      borderBottomRadius="l3"
    >
      <Stack gap="0.5" flex={{ base: '1 1 100%', md: '1' }} minW="0">
        <Text id={reasonId} textStyle="sm" color="fg.muted">
          {reason ?? ready}
          {balance === null ? null : (
            <>
              {' · '}
              <Text as="span" whiteSpace="nowrap">
                {balance}
              </Text>
            </>
          )}
        </Text>
        {children}
      </Stack>
      <Button
        w={{ base: 'full', md: 'auto' }}
        disabled={reason !== null}
        aria-describedby={reasonId}
        loading={isStarting}
        loadingText={label}
        onClick={onStart}
      >
        {label}
      </Button>
    </Flex>
  );
}

/** Asks for the new price of a start whose price has changed since it was checked. */
function PriceQuestion(props: {
  seen: number;
  newPrice: number | null;
  onAccept: () => void;
  onCancel: () => void;
}) {
  const { seen, newPrice, onAccept, onCancel } = props;
  const words = useWords(startWords);
  return (
    <ConfirmDialog
      open={newPrice !== null}
      title={words.priceChanged}
      confirmLabel={newPrice === null ? words.start : words.startFor(creditsText(newPrice))}
      onConfirm={onAccept}
      onCancel={onCancel}
    >
      <Text textStyle="sm">{words.youSaw(creditsText(seen), creditsText(newPrice ?? 0))}</Text>
    </ConfirmDialog>
  );
}

export function StartAction(props: {
  service: ServiceSummary | null;
  checked: CheckedFile | null;
  reading: boolean;
  /** The corrections of the sheet; the REX page has none. */
  corrections?: SheetCorrections;
  /** Whether only documents are made, without the portal. */
  documentsOnly?: boolean;
  /** The bank of the claims; services without one do not ask for it. */
  chosen?: ChosenBank;
  /** Whether the columns of the sheet must be named first. */
  isAsked?: boolean;
  keepPreview: (preview: Preview) => CheckedFile;
  dropFile: () => void;
  /** Keeps what a start says beside the file, for its repetition. */
  noteSent?: (file: CheckedFile, choice: StartChoice) => void;
  /** Shows the sheet as it is now, after a start was refused because it has changed. */
  onChanged: (seen: Preview) => void;
  call?: StartCall;
  /** The answer may come after the page was left, or another file was checked. */
  onStarted: (jobId: string, started: CheckedFile) => void;
}) {
  const { service, checked, reading, keepPreview, dropFile, onChanged, call, onStarted } = props;
  const { isAsked = false, documentsOnly = false, chosen, corrections } = props;
  const nameOf = useBankName();
  const words = useWords(startWords);
  const user = useUser();
  const [configuring, setConfiguring] = useState(false);
  const [askingToFile, setAskingToFile] = useState(false);
  const configure = () => setConfiguring(true);
  const closeCredentials = useCallback(() => setConfiguring(false), []);
  const credentials = useCredentialsState(service, { documentsOnly, chosen, userId: user.id });
  const { start, isStarting, keyStartedBefore, newPrice, dropNewPrice } = useStartJob({
    user,
    documentsOnly,
    bankKey: chosen?.bank?.key ?? null,
    call,
    onSent: props.noteSent,
    onStarted,
    onRefused: ({ preview }, why) => {
      if (why === 'file is gone') return dropFile();
      // After a refusal, the next attempt needs a new idempotency key; storing the preview again creates one.
      keepPreview(preview);
      if (why === 'sheet changed') onChanged(preview);
    },
  });
  const reason = reasonToWait({
    service,
    checked,
    reading,
    isUnchecked: Boolean(corrections?.error),
    isAsked,
    user,
    credentials: credentials.state,
    bank: bankStateOf(chosen),
  });
  const preview = checked?.preview ?? null;
  const unit = service ? unitOf(service) : 'row';
  const label = call?.label ?? (preview ? startLabel(preview, unit) : words.startAutomation);

  const startOrAsk = () => {
    if (!service || !checked) return;
    // A tap that also ends the typing in a cell comes before the page has been rendered with that correction. Its price
    // is not known yet, so the customer starts once more.
    if (corrections?.isOutdated()) return;
    const { billableRows, hiddenRows } = checked.preview;
    if (!documentsOnly && needsFilingQuestion(service.effect, billableRows, hiddenRows))
      setAskingToFile(true);
    else start(checked);
  };

  const fileAll = () => {
    setAskingToFile(false);
    if (checked) start(checked);
  };

  const acceptNewPrice = () => {
    if (!preview || newPrice === null) return;
    const priced = {
      ...preview,
      totalCredits: newPrice,
      costPerRow: newPrice / Math.max(1, preview.billableRows),
    };
    // A start at a new price is a new request, so it gets a new idempotency key.
    const repriced = keepPreview(priced);
    if (covers(user, newPrice)) start(repriced);
    dropNewPrice();
  };

  return (
    <>
      <Stack gap="3" pt="5" ps={{ md: '9' }}>
        {credentials.state === 'missing' ? <CredentialsWarning onConfigure={configure} /> : null}
        {checked && keyStartedBefore === checked.key ? <StartedBefore /> : null}
        {preview ? <Price preview={preview} unit={unit} user={user} /> : null}
        {preview && !covers(user, preview.totalCredits) ? (
          <CreditsShort missing={preview.totalCredits - user.credits} />
        ) : null}
      </Stack>
      <StartBar
        reason={reason}
        ready={preview ? words.ready(preview.billableRows + preview.repeatedRows, unit) : ''}
        balance={preview && !user.isAdmin ? words.balanceNow(creditsText(user.credits)) : null}
        label={label}
        isStarting={isStarting}
        onStart={startOrAsk}
      >
        {service?.portal && !documentsOnly ? <PortalNow portal={chosen?.place ?? service.portal} /> : null}
      </StartBar>
      {configuring && credentials.portal ? (
        <CredentialsDialog portal={credentials.portal} onClose={closeCredentials} />
      ) : null}
      <FilingQuestion
        open={askingToFile && preview !== null}
        rows={preview?.billableRows ?? 0}
        hiddenRows={preview?.hiddenRows ?? 0}
        price={preview && !user.isAdmin ? creditsText(preview.totalCredits) : null}
        bank={chosen?.isAsked ? nameOf(chosen.bank) : null}
        onConfirm={fileAll}
        onCancel={() => setAskingToFile(false)}
      />
      <PriceQuestion
        seen={preview?.totalCredits ?? 0}
        newPrice={preview ? newPrice : null}
        onAccept={acceptNewPrice}
        onCancel={dropNewPrice}
      />
    </>
  );
}
