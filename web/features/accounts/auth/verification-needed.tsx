/** Offers a new verification email to a customer whose address is not verified. */
import { Stack, Text } from '@chakra-ui/react';
import { messagesNow } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SentenceWithAddress } from './sentence-with-address.tsx';
import { authWords } from './words.ts';

export function VerificationNeeded(props: { email: string }) {
  const { email } = props;
  const words = useWords(authWords);
  return (
    <Notice tone="warning" title={words.verificationNeeded}>
      <Stack gap="2" align="flex-start">
        <Text>
          <SentenceWithAddress text={words.linkSent(email)} email={email} />
        </Text>
        <ResendVerification
          email={email}
          label={words.resend}
          successMessage={messagesNow().resendSuccess}
          failureMessage={messagesNow().resendFailure}
        />
      </Stack>
    </Notice>
  );
}
