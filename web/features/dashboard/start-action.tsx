/** The price, what stands in the way, and the button that starts the job. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { formatCredits } from '#contracts/credits.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import type { Preview } from '#contracts/jobs.ts';
import type { User } from '#contracts/auth.ts';
import type { AvailableService } from '#services/contract.ts';
import { creditsText } from '../../lib/money.ts';
import { plural } from '../../lib/plural.ts';
import { ConfirmDialog } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUser } from '../auth/queries.ts';
import { unitOf } from '../catalogue/queries.ts';
import { loginUsableQuery } from '../credentials/queries.ts';
import { requestBuyCredits } from '../payments/purchase-request.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import type { CheckedFile } from './use-start-draft.ts';
import { useStartJob, type StartCall } from './use-start-job.ts';

function Price(props: { preview: Preview; unit: string; user: User }) {
  const { billableRows, costPerRow, totalCredits } = props.preview;
  const { unit, user } = props;
  const lines = [
    [`Price, ${plural(billableRows, unit)} × ${formatCredits(costPerRow)}`, creditsText(totalCredits)],
    ['Your balance', user.isAdmin ? 'Unlimited' : creditsText(user.credits)],
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

/** Why the start button is off, or null when nothing stands in the way. */
function reasonToWait(input: {
  service: AvailableService | null;
  checked: CheckedFile | null;
  reading: boolean;
  user: User;
  credentials: 'ready' | 'missing' | 'checking';
}): string | null {
  const { service, checked, reading, user, credentials } = input;
  if (!service) return 'Choose a service first.';
  if (reading) return 'Reading your file…';
  if (!checked) return 'Add your file first.';
  if (checked.preview.billableRows === 0)
    return 'No row is ready. Correct the rows shown and upload the file again.';
  if (!covers(user, checked.preview.totalCredits)) return 'Your credits do not cover the price.';
  if (credentials === 'missing') return 'Save your portal login first.';
  return credentials === 'checking' ? 'Checking your portal login…' : null;
}

function useCredentialsState(service: AvailableService | null, userId: string) {
  const portal = service?.credentials ?? null;
  const check = useQuery({
    ...loginUsableQuery(portal ?? 'bangladesh_bank_exp', userId),
    enabled: portal !== null,
  });
  if (portal === null) return { portal, state: 'ready' } as const;
  if (check.data === false) return { portal, state: 'missing' } as const;
  // When the check itself fails, the server decides at the start.
  return { portal, state: check.isPending ? 'checking' : 'ready' } as const;
}

function CredentialsWarning(props: { onConfigure: () => void }) {
  return (
    <Notice
      tone="warning"
      title="Portal Credentials Required"
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onConfigure}>
          Configure Credentials
        </Button>
      }
    >
      This service works the portal with your own login. Save it once; it is stored encrypted.
    </Notice>
  );
}

export function StartAction(props: {
  service: AvailableService | null;
  checked: CheckedFile | null;
  reading: boolean;
  keepPreview: (preview: Preview) => CheckedFile;
  dropFile: () => void;
  call?: StartCall;
  onStarted: (jobId: string) => void;
}) {
  const { service, checked, reading, keepPreview, dropFile, call, onStarted } = props;
  const label = call?.label ?? 'Start Automation';
  const user = useUser();
  const reasonId = useId();
  const [configuring, setConfiguring] = useState(false);
  const closeCredentials = useCallback(() => setConfiguring(false), []);
  const credentials = useCredentialsState(service, user.id);
  const { start, newPrice, dropNewPrice } = useStartJob({
    user,
    call,
    onStarted,
    // Another try after a refusal is another request: keeping the preview anew gives it another key.
    onRefused: ({ preview }, fileIsGone) => (fileIsGone ? dropFile() : keepPreview(preview)),
  });
  const reason = reasonToWait({ service, checked, reading, user, credentials: credentials.state });
  const preview = checked?.preview ?? null;
  const unit = service ? unitOf(service) : 'row';

  const acceptNewPrice = () => {
    if (!preview || newPrice === null) return;
    const priced = {
      ...preview,
      totalCredits: newPrice,
      costPerRow: newPrice / Math.max(1, preview.billableRows),
    };
    // A new price is another request, so it comes with another key.
    const repriced = keepPreview(priced);
    if (covers(user, newPrice)) start.mutate(repriced);
    dropNewPrice();
  };

  return (
    <>
      <Stack gap="3" pt="5" ps={{ md: '9' }}>
        {credentials.state === 'missing' ? (
          <CredentialsWarning onConfigure={() => setConfiguring(true)} />
        ) : null}
        {preview ? <Price preview={preview} unit={unit} user={user} /> : null}
        {preview && !covers(user, preview.totalCredits) ? (
          <Notice
            tone="error"
            action={
              <Button
                size="xs"
                variant="outline"
                colorPalette="gray"
                onClick={() => requestBuyCredits(preview.totalCredits - user.credits)}
              >
                Buy Credits
              </Button>
            }
          >
            {errorCatalogue.INSUFFICIENT_CREDITS.message}
          </Notice>
        ) : null}
      </Stack>
      <Flex
        position={{ base: 'sticky', md: 'static' }}
        bottom="0"
        zIndex="docked"
        gap={{ base: '1.5', md: '3' }}
        align="center"
        justify="flex-end"
        wrap="wrap"
        bg="bg.panel"
        borderTopWidth="1px"
        mt="4"
        mx={{ base: '-4', md: '-5' }}
        mb={{ base: '-4', md: '0' }}
        px={{ base: '4', md: '5' }}
        pt="3"
        pb={{ base: '3', md: '0' }}
        borderBottomRadius="l3"
      >
        <Text
          id={reasonId}
          textStyle="sm"
          color="fg.muted"
          flex={{ base: '1 1 100%', md: '1' }}
          textAlign={{ md: 'end' }}
        >
          {reason ?? (preview ? `Ready to Process: ${plural(preview.billableRows, unit)}` : '')}
        </Text>
        <Button
          w={{ base: 'full', md: 'auto' }}
          disabled={reason !== null}
          aria-describedby={reasonId}
          loading={start.isPending}
          loadingText={label}
          onClick={() => checked && start.mutate(checked)}
        >
          {label}
        </Button>
      </Flex>
      {configuring && credentials.portal ? (
        <CredentialsDialog portal={credentials.portal} onClose={closeCredentials} />
      ) : null}
      <ConfirmDialog
        open={newPrice !== null && preview !== null}
        title="The price has changed"
        confirmLabel={newPrice === null ? 'Start' : `Start for ${creditsText(newPrice)}`}
        onConfirm={acceptNewPrice}
        onCancel={dropNewPrice}
      >
        <Text textStyle="sm">
          You saw {creditsText(preview?.totalCredits ?? 0)}; the price is now{' '}
          <b>{creditsText(newPrice ?? 0)}</b>. Nothing has been started or charged.
        </Text>
      </ConfirmDialog>
    </>
  );
}
