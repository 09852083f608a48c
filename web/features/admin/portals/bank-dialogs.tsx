/** Adds or changes a bank, and proposes the address of its desk. */
import { Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { notifyDone } from '#web/features/admin/approvals/queries.ts';
import { adminWords } from '#web/features/admin/words.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { addBank, banksKey, changeBank, proposeAddress } from './bank-queries.ts';
import { bankWords } from './bank-words.ts';
import { bankNameIn } from './place-name.ts';

function useChange(act: () => Promise<unknown>, success: string, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      notifyDone(answer, success);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: banksKey }),
  });
}

function Choice(props: { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { label, hint, isOn, onChange } = props;
  return (
    <Flex gap="3" align="flex-start">
      <Switch label={label} checked={isOn} onChange={onChange} />
      <Stack gap="0" textStyle="sm">
        <Text fontWeight="medium">{label}</Text>
        <Text color="fg.muted">{hint}</Text>
      </Stack>
    </Flex>
  );
}

const changeableOf = ({ nameEn, nameBn, hasDesk, isEnabled }: BankEntry) => ({
  nameEn,
  nameBn,
  hasDesk,
  isEnabled,
});

/** Without a bank, it adds one. */
export function BankDialog(props: { bank: BankEntry | null; onClose: () => void }) {
  const { onClose } = props;
  // The bank as it was when the form was opened.
  const [bank] = useState(props.bank);
  const words = useWords(bankWords);
  const { reason: reasonLabel } = useWords(adminWords);
  const language = useLanguage();
  const [key, setKey] = useState('');
  const [nameEn, setNameEn] = useState(bank?.nameEn ?? '');
  const [nameBn, setNameBn] = useState(bank?.nameBn ?? '');
  const [hasDesk, setHasDesk] = useState(bank?.hasDesk ?? true);
  const [isEnabled, setEnabled] = useState(bank?.isEnabled ?? false);
  const [reason, setReason] = useState('');
  const fields = { nameEn: nameEn.trim(), nameBn: nameBn.trim(), hasDesk, reason: reason.trim() };
  const save = useChange(
    (): Promise<unknown> =>
      bank
        ? changeBank(bank.key, { ...fields, isEnabled, known: changeableOf(bank) })
        : addBank({ ...fields, key: key.trim() }),
    bank ? words.changed : words.added,
    onClose,
  );
  return (
    <FormDialog
      title={bank ? words.changeNamed(bankNameIn(language, bank)) : words.addTitle}
      submitLabel={words.save}
      noValidate
      waitsFor={stillNeeded(
        bank === null && key.trim() === '' && words.key,
        fields.nameEn === '' && words.nameEn,
        fields.nameBn === '' && words.nameBn,
        !isReason(reason) && reasonLabel,
      )}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {bank ? null : (
        <TextField
          label={words.key}
          hint={words.keyHint}
          autoComplete="off"
          required
          maxLength={30}
          value={key}
          onChange={setKey}
        />
      )}
      <TextField
        label={words.nameEn}
        autoComplete="off"
        required
        maxLength={80}
        value={nameEn}
        onChange={setNameEn}
      />
      <TextField
        label={words.nameBn}
        autoComplete="off"
        required
        maxLength={80}
        value={nameBn}
        onChange={setNameBn}
      />
      <Choice label={words.hasDesk} hint={words.hasDeskHint} isOn={hasDesk} onChange={setHasDesk} />
      {bank ? (
        <Choice label={words.isEnabled} hint={words.isEnabledHint} isOn={isEnabled} onChange={setEnabled} />
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function AddressDialog(props: { bank: BankEntry; onClose: () => void }) {
  const { bank, onClose } = props;
  const words = useWords(bankWords);
  const { reason: reasonLabel } = useWords(adminWords);
  const [address, setAddress] = useState(bank.address ?? '');
  const [hosts, setHosts] = useState(bank.hosts);
  const [reason, setReason] = useState('');
  const asked = { address: address.trim(), hosts: hosts.trim(), reason: reason.trim() };
  const propose = useChange(() => proposeAddress(bank.key, asked), words.addressSet, onClose);
  return (
    <FormDialog
      title={words.addressNamed(bankNameIn(useLanguage(), bank))}
      submitLabel={words.propose}
      noValidate
      waitsFor={stillNeeded(asked.address === '' && words.deskAddress, !isReason(reason) && reasonLabel)}
      pending={propose.isPending}
      error={propose.error}
      onSubmit={() => propose.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.addressEffect}</Text>
      <TextField
        label={words.deskAddress}
        hint={words.addressHint}
        autoComplete="off"
        required
        maxLength={300}
        value={address}
        onChange={setAddress}
      />
      <TextField
        label={words.hosts}
        hint={words.hostsHint}
        autoComplete="off"
        maxLength={1_000}
        value={hosts}
        onChange={setHosts}
      />
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
