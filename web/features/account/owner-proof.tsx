/** Asks once more who it is, before what can't be taken back: the password, and the code where two-step sign-in is on. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerProof } from '#contracts/account.ts';
import { useWords } from '../../lib/words.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useUser } from '../auth/queries.ts';
import { secondFactorQuery } from './queries.ts';
import { secondFactorWords } from './second-factor-words.ts';
import { accountWords } from './words.ts';

export type ProofForm = {
  proof: OwnerProof;
  isComplete: boolean;
  needsCode: boolean;
  set: (change: Partial<OwnerProof>) => void;
};

export function useOwnerProof(): ProofForm {
  const user = useUser();
  const [proof, setProof] = useState<OwnerProof>({ currentPassword: '', code: '' });
  const needsCode = useQuery(secondFactorQuery(user.id)).data?.enabled === true;
  const isComplete = proof.currentPassword !== '' && (!needsCode || proof.code.trim() !== '');
  return { proof, isComplete, needsCode, set: (change) => setProof({ ...proof, ...change }) };
}

export function OwnerProofFields(props: { form: ProofForm; label?: string }) {
  const { proof, needsCode, set } = props.form;
  const words = useWords(accountWords);
  const { codeOrRecovery } = useWords(secondFactorWords);
  return (
    <>
      <PasswordField
        label={props.label ?? words.currentPassword}
        autoComplete="current-password"
        required
        value={proof.currentPassword}
        onChange={(currentPassword) => set({ currentPassword })}
      />
      {needsCode ? (
        <TextField
          label={codeOrRecovery}
          autoComplete="one-time-code"
          required
          value={proof.code}
          onChange={(code) => set({ code })}
        />
      ) : null}
    </>
  );
}
