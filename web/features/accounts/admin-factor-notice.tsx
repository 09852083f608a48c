/** Explains to an administrator without a second factor why only this page opens, and what to do. */
import { Button } from '@chakra-ui/react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { signOutAndLeave } from '#web/app/sign-out.ts';
import { defineWords, useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';

const words = defineWords({
  en: {
    missingTitle: 'Administrators need a passkey or two-step sign-in',
    missing:
      'Set up one of them here. Until then, the administration and your other pages stay closed. They open as soon as it is set up.',
    unprovedTitle: 'Sign in with your passkey or with a code',
    unproved:
      'You signed in with your password only. The administration opens when you sign in with your passkey or with a code of your app. If you have lost them, another administrator can reset them.',
    signOut: 'Sign out',
  },
  bn: {
    missingTitle: 'প্রশাসকের একটি পাসকি বা দুই ধাপের সাইন ইন লাগবে',
    missing: 'এখানে যেকোনো একটি চালু করুন। তার আগে প্রশাসন ও আপনার অন্য পাতাগুলো বন্ধ থাকবে। চালু করলেই সেগুলো খুলে যাবে।',
    unprovedTitle: 'পাসকি বা কোড দিয়ে সাইন ইন করুন',
    unproved:
      'আপনি শুধু পাসওয়ার্ড দিয়ে সাইন ইন করেছেন। পাসকি বা অ্যাপের কোড দিয়ে সাইন ইন করলে প্রশাসন খুলবে। সেগুলো হারিয়ে গেলে অন্য একজন প্রশাসক নতুন করে চালু করার সুযোগ দিতে পারেন।',
    signOut: 'সাইন আউট',
  },
});

export function AdminFactorNotice(props: { user: SignedInUser }) {
  const text = useWords(words);
  if (props.user.adminFactor === 'missing')
    return (
      <Notice tone="warning" title={text.missingTitle}>
        {text.missing}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={text.unprovedTitle}
      action={
        <Button size="xs" mt="1" onClick={() => void signOutAndLeave()}>
          {text.signOut}
        </Button>
      }
    >
      {text.unproved}
    </Notice>
  );
}
