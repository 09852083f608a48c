/** Renders the sign-up page: the form, and what happens after it until the first result. */
import { Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { usePublicHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { WithoutScripts, WithScripts } from '#web/ui/scripting.tsx';
import { AuthPageFrame } from './auth-page-frame.tsx';
import { useMe } from './queries.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { signUpWords } from './sign-up-words.ts';

function NextSteps() {
  const words = useWords(signUpWords);
  return (
    <Stack as="section" aria-labelledby="next" gap="2">
      <Heading as="h2" size="sm" id="next">
        {words.next}
      </Heading>
      <Stack as="ol" listStyleType="none" gap="2" textStyle="sm" color="fg.muted">
        {words.steps.map((step, index) => (
          <Grid as="li" key={step} templateColumns="1.5rem 1fr">
            <Text as="span" fontWeight="semibold" color="brand.fg" aria-hidden>
              {formatNumber(index + 1)}
            </Text>
            {step}
          </Grid>
        ))}
      </Stack>
    </Stack>
  );
}

export function SignUpPage() {
  const words = useWords(signUpWords);
  const navigate = useNavigate();
  const me = useMe();
  const credits = useSettings().data?.freeTrialCredits;
  usePublicHead(paths.signUp);
  useEffect(() => {
    if (me.data) void navigate(paths.dashboard(), { replace: true });
  }, [me.data, navigate]);
  return (
    <AuthPageFrame title={words.title}>
      {credits ? <Text color="fg.muted">{words.lead(formatNumber(credits))}</Text> : null}
      <WithoutScripts>
        <Notice tone="info">{words.needsScripts}</Notice>
      </WithoutScripts>
      <WithScripts>
        <SignUpForm onSignIn={() => requestSignIn({ mode: 'sign-in', returnTo: paths.dashboard() })} />
      </WithScripts>
      <NextSteps />
    </AuthPageFrame>
  );
}
