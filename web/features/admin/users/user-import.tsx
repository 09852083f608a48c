/**
 * Imports users from a JSON file. It first shows exactly what would change and, once a reason is given, applies only
 * that.
 */
import { Box, Button, Stack, Table, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import type { FieldValue, ImportField } from '#contracts/accounts/admin-users.ts';
import type { ImportPlan } from '#contracts/calls/accounts-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { ApiError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { WaitsFor } from '#web/ui/still-needed.tsx';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { importUsers, previewImport, usersKey, type ImportLines } from './queries.ts';
import { usersInFile } from './rules.ts';
import { userWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

type Opened = { lines: ImportLines; plan: ImportPlan };

function Changes({ plan }: { plan: ImportPlan }) {
  const words = useWords(userWords);
  const shown = (field: ImportField, value: FieldValue): string => {
    if (typeof value === 'number') return formatDecimals(value);
    if (field === 'isAdmin') return words.roles[value === true ? 'admin' : 'user'];
    return value === 'active' || value === 'suspended' ? words[value] : String(value);
  };
  return (
    <Box
      maxH="72"
      overflow="auto"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      as="section"
      aria-label={words.importTitle}
    >
      <Table.Root size="sm" fontVariantNumeric="tabular-nums">
        <Table.Body>
          {plan.changes.flatMap(({ id, email, fields }) =>
            fields.map(({ field, before, after }, index) => (
              <Table.Row key={`${id}-${field}`} bg="bg.panel" verticalAlign="top">
                <Table.Cell overflowWrap="anywhere">{index === 0 ? email : ''}</Table.Cell>
                <Table.Cell color="fg.muted">{words.fields[field]}</Table.Cell>
                <Table.Cell overflowWrap="anywhere">
                  <Text as="del" color="fg.muted">
                    {shown(field, before)}
                  </Text>{' '}
                  <Text as="ins" textDecoration="none" fontWeight="medium">
                    {shown(field, after)}
                  </Text>
                </Table.Cell>
              </Table.Row>
            )),
          )}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

function Rest({ plan }: { plan: ImportPlan }) {
  const words = useWords(userWords);
  return (
    <Stack gap="1" textStyle="sm" color="fg.muted">
      {plan.unchanged > 0 ? <Text>{words.importUnchanged(plan.unchanged)}</Text> : null}
      {plan.skipped.length > 0 ? (
        <Box>
          {words.importSkipped}
          <Box as="ul" ps="4" maxH="32" overflow="auto" tabIndex={0}>
            {plan.skipped.map(({ user, why }, index) => (
              <li key={`${user}-${index}`}>
                {user}: {words.skipped[why]}
              </li>
            ))}
          </Box>
        </Box>
      ) : null}
      <Text>{words.importIgnored}</Text>
    </Stack>
  );
}

function ImportDialog(props: { opened: Opened; onClose: () => void }) {
  const { onClose } = props;
  const { lines } = props.opened;
  const words = useWords(userWords);
  const general = useWords(adminWords);
  const client = useQueryClient();
  const [formId, reasonId] = [useId(), useId()];
  const [plan, setPlan] = useState(props.opened.plan);
  const [reason, setReason] = useState('');
  const request = useMutation({
    mutationFn: () => importUsers(lines, plan.digest, reason.trim()),
    onSuccess: () => {
      notify('success', general.messages.imported);
      onClose();
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'IMPORT_CHANGED') setPlan(await previewImport(lines));
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  });
  const count = plan.changes.length;
  return (
    <Modal
      open
      onClose={onClose}
      title={words.importTitle}
      size="md"
      persistent
      footer={
        <>
          {count > 0 ? (
            <WaitsFor id={reasonId} text={isReason(reason) ? null : general.reasonNeeded} />
          ) : null}
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {general.goBack}
          </Button>
          {count > 0 ? (
            <Button
              type="submit"
              form={formId}
              loading={request.isPending}
              loadingText={words.importConfirm(count)}
              disabled={!isReason(reason)}
              aria-describedby={reasonId}
            >
              {words.importConfirm(count)}
            </Button>
          ) : null}
        </>
      }
    >
      <Stack gap="3">
        {count === 0 ? (
          <Notice tone="info" title={words.importNothing} />
        ) : (
          <>
            <Text textStyle="sm" fontWeight="medium">
              {words.importWill(count)}
            </Text>
            <Changes plan={plan} />
          </>
        )}
        <Rest plan={plan} />
        {count > 0 ? (
          <FieldsForm id={formId} onSubmit={() => request.mutate()}>
            <ReasonField value={reason} onChange={setReason} />
          </FieldsForm>
        ) : null}
        {request.isError ? (
          <Notice tone="error" title={errorText(request.error)} smallPrint={requestIdText(request.error)} />
        ) : null}
      </Stack>
    </Modal>
  );
}

export function UserImport() {
  const words = useWords(userWords);
  const { messages } = useWords(adminWords);
  const [opened, setOpened] = useState<Opened | null>(null);
  const read = useMutation({
    mutationFn: async (file: File): Promise<Opened> => {
      const lines = usersInFile(await file.text());
      if (!lines) throw new Error(messages.importFailed);
      return { lines, plan: await previewImport(lines) };
    },
    onSuccess: setOpened,
    onError: (error) =>
      notify(
        'error',
        messages.importFailed,
        error instanceof ApiError ? `${errorText(error)} ${requestIdText(error) ?? ''}`.trim() : undefined,
      ),
  });
  return (
    <>
      <FileButton
        label={words.importTitle}
        accept=".json,application/json"
        loading={read.isPending}
        loadingText={words.import}
        onFile={(file) => read.mutate(file)}
      >
        <Upload aria-hidden /> {words.import}
      </FileButton>
      {opened ? <ImportDialog opened={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
