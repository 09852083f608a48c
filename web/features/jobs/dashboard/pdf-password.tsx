/** Asks for the password of locked PDFs. It goes with the file to the server, once, and is forgotten here. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useState, type FormEvent } from 'react';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { dashboardWords } from './words.ts';

export function PdfPassword(props: {
  fileNames: readonly string[];
  /** They stand in a ZIP file, whose other files can be worked without a password. */
  areOfZip: boolean;
  /** The password that was tried before opened nothing of what is left. */
  isWrong: boolean;
  onPassword: (password: string) => void;
}) {
  const { fileNames, areOfZip, isWrong, onPassword } = props;
  const words = useWords(dashboardWords);
  const [password, setPassword] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return;
    setPassword('');
    onPassword(password);
  };
  return (
    <Notice tone="warning" title={words.locked(fileNames.join(', '), fileNames.length)}>
      <form onSubmit={send} noValidate>
        <Stack gap="2" align="flex-start">
          <Text>{areOfZip ? words.lockedOfZip : words.lockedWhy}</Text>
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
