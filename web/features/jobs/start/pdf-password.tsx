/** Asks for the password of locked PDFs. It is sent to the server once with the file and is not kept here. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useState, type SyntheticEvent } from 'react';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { startWords } from './words.ts';

export function PdfPassword(props: {
  fileNames: readonly string[];
  /** True for PDFs in a ZIP file, whose other files can be processed without a password. */
  areOfZip: boolean;
  /** True if the previous password opened none of the remaining files. */
  isWrong: boolean;
  /** True if the previous password did not reach the server. */
  isLost: boolean;
  onPassword: (password: string) => void;
}) {
  const { fileNames, areOfZip, isWrong, isLost, onPassword } = props;
  const words = useWords(startWords);
  const [password, setPassword] = useState('');
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (password === '') return;
    setPassword('');
    onPassword(password);
  };
  return (
    <Notice tone="warning" title={words.locked(fileNames.join(', '), fileNames.length)}>
      <form onSubmit={send} noValidate>
        <Stack gap="2" align="flex-start">
          <Text>{isLost ? words.passwordOnceMore : areOfZip ? words.lockedOfZip : words.lockedWhy}</Text>
          <PasswordField
            label={words.pdfPassword}
            value={password}
            onChange={setPassword}
            error={isWrong ? words.passwordOpensNothing : undefined}
            maxLength={limits.pdfPasswordLengthMax}
            autoComplete="off"
            autoFocus
          />
          <Button type="submit" size="xs" variant="outline" colorPalette="gray" disabled={password === ''}>
            {words.openPdf}
          </Button>
        </Stack>
      </form>
    </Notice>
  );
}
