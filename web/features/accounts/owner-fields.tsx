/** Renders the fields that prove ownership of the account: the password, and a code if two-step sign-in is on. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { useWords } from '#web/lib/words.ts';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { useUser } from './auth/queries.ts';
import { secondFactorQuery } from './queries.ts';
import { secondFactorWords } from './second-factor-words.ts';

type OwnerDraft = {
  proof: OwnerProof;
  /** True once every required field is filled in. */
  isWhole: boolean;
  needsCode: boolean;
  /** The labels of the fields that are still to be filled in. `label` is that of the password. */
  missing: (label?: string) => readonly (string | false)[];
  change: (part: Partial<OwnerProof>) => void;
};

/** `onChange` is called on every keystroke, for example to clear an error. */
export function useOwnerProof(onChange?: () => void): OwnerDraft {
  const user = useUser();
  const [proof, setProof] = useState<OwnerProof>({ currentPassword: '', code: '' });
  const needsCode = useQuery(secondFactorQuery(user.id)).data?.enabled === true;
  const isWhole = proof.currentPassword !== '' && (!needsCode || proof.code.trim() !== '');
  const change = (part: Partial<OwnerProof>) => {
    setProof({ ...proof, ...part });
    onChange?.();
  };
  const words = useWords(secondFactorWords);
  const missing = (label = words.currentPassword) => [
    proof.currentPassword === '' && label,
    needsCode && proof.code.trim() === '' && words.codeOrRecovery,
  ];
  return { proof, isWhole, needsCode, missing, change };
}

export function OwnerFields(props: { owner: OwnerDraft; hint?: string; label?: string }) {
  const { proof, needsCode, change } = props.owner;
  const words = useWords(secondFactorWords);
  return (
    <>
      <PasswordField
        label={props.label ?? words.currentPassword}
        {...(props.hint ? { hint: props.hint } : {})}
        autoComplete="current-password"
        required
        value={proof.currentPassword}
        onChange={(currentPassword) => change({ currentPassword })}
      />
      {needsCode ? (
        <TextField
          label={words.codeOrRecovery}
          autoComplete="one-time-code"
          required
          value={proof.code}
          onChange={(code) => change({ code })}
        />
      ) : null}
    </>
  );
}
