/**
 * Switches the second factor on: first the password, then the QR code and a first code from the app, then the recovery
 * codes.
 */
import { Box, Button, Flex, Grid, QrCode, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User, SecondFactorSecret } from '#contracts/calls/accounts-answers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CopyButton } from '#web/features/integrations/api-access/copy-button.tsx';
import { meQuery } from './auth/queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { beginSecondFactor, confirmSecondFactor, secondFactorKey, sessionsKey } from './queries.ts';
import { secondFactorWords } from './second-factor-words.ts';

type StepProps<Result> = { user: User; onClose: () => void; onDone: (result: Result) => void };

function PasswordStep({ user, onClose, onDone }: StepProps<SecondFactorSecret>) {
  const words = useWords(secondFactorWords);
  const begin = useMutation({
    mutationFn: (currentPassword: string) => beginSecondFactor(user.id, currentPassword),
    onSuccess: onDone,
  });
  return (
    <PasswordDialog
      title={words.onTitle}
      text={words.passwordFirst}
      label={words.currentPassword}
      submitLabel={words.continueLabel}
      act={begin}
      onClose={onClose}
    />
  );
}

function AppStep({ user, given, onClose, onDone }: StepProps<string[]> & { given: SecondFactorSecret }) {
  const words = useWords(secondFactorWords);
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: () => confirmSecondFactor(user.id, code), onSuccess: onDone });
  return (
    <FormDialog
      title={words.onTitle}
      submitLabel={words.switchOn}
      waitsFor={stillNeeded(code.trim() === '' && words.code)}
      pending={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.scan}</Text>
      {/* The QR code is dark on light in both themes, because some cameras cannot read an inverted one. */}
      <Box alignSelf="center" bg="white" color="black" p="3" borderRadius="l2">
        <QrCode.Root value={given.address} size="lg">
          <QrCode.Frame aria-hidden>
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
        <Text srOnly>{words.picture}</Text>
      </Box>
      <Stack gap="1">
        <Text textStyle="sm">{words.secret}</Text>
        <Flex gap="2" align="center" justify="space-between">
          <Text fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {given.secret}
          </Text>
          <CopyButton text={given.secret} what={words.secretName} />
        </Flex>
      </Stack>
      <TextField label={words.code} autoComplete="one-time-code" required value={code} onChange={setCode} />
    </FormDialog>
  );
}

function RecoveryStep(props: { email: string; codes: string[]; onClose: () => void }) {
  const { email, codes, onClose } = props;
  const words = useWords(secondFactorWords);
  const lines = codes.join('\n');
  return (
    <Modal
      open
      persistent
      onClose={onClose}
      title={words.recoveryTitle}
      footer={<Button onClick={onClose}>{words.kept}</Button>}
    >
      <Stack gap="4">
        <Text textStyle="sm">{words.recoveryText}</Text>
        <Grid
          as="ul"
          listStyleType="none"
          templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
          columnGap="4"
          rowGap="1"
        >
          {codes.map((code) => (
            <Text as="li" key={code} fontFamily="mono" textStyle="xs" whiteSpace="nowrap">
              {code}
            </Text>
          ))}
        </Grid>
        <Flex gap="2">
          <CopyButton text={lines} what={words.recoveryName} />
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            onClick={() =>
              saveFile(
                'chalan-recovery-codes.txt',
                new Blob([`${words.fileIntro(email)}\n\n${lines}\n`], { type: 'text/plain' }),
              )
            }
          >
            {words.save}
          </Button>
        </Flex>
      </Stack>
    </Modal>
  );
}

export function SecondFactorOn(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const client = useQueryClient();
  const [given, setGiven] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirmed = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    // A second factor can give an administrator more permissions, so the session is read again.
    for (const queryKey of [secondFactorKey, sessionsKey, meQuery.queryKey])
      void client.invalidateQueries({ queryKey });
  };
  if (codes) return <RecoveryStep email={user.email} codes={codes} onClose={onClose} />;
  if (given) return <AppStep user={user} given={given} onClose={onClose} onDone={confirmed} />;
  return <PasswordStep user={user} onClose={onClose} onDone={setGiven} />;
}
