/** Defines the texts of connecting a mailbox: its server, its provider, and the return from the provider. */
import { defineWords } from '#web/lib/words.ts';

export const mailboxWords = defineWords({
  en: {
    withProvider: 'Without a password',
    withProviderText:
      'Sign in at your provider and allow Chalan to read the mailbox. You can take this back there at any time.',
    connect: (provider: string) => `Connect with ${provider}`,
    connectAgain: (provider: string) => `Connect again with ${provider}`,
    connectedAs: (provider: string, address: string) => `Connected with ${provider} as ${address}.`,
    connectFailed: 'The mailbox could not be connected.',
    withPassword: 'With a password',
    server: 'Mail server (IMAP)',
    serverHint: 'For example imap.example.com. Your provider names it.',
    serverOptional: 'For example imap.example.com. Leave it empty for the mail server of this installation.',
    serverRequired: 'Mail server is required',
    port: 'Port',
    portWrong: 'A number from 1 to 65535',
    security: 'Encryption',
    notEncrypted: 'None',
    pageTitle: 'Connect a mailbox',
    finishing: 'Connecting the mailbox',
    done: 'Mailbox connected',
    doneText: (provider: string, address: string) =>
      `Services can now read ${address} at ${provider}. Nothing in it is changed.`,
    notConnected: 'Mailbox not connected',
    toAccess: 'Go to Portal Access',
  },
  bn: {
    withProvider: 'পাসওয়ার্ড ছাড়া',
    withProviderText:
      'আপনার মেইল সেবায় সাইন ইন করে চালানকে মেইলবক্স পড়ার অনুমতি দিন। যেকোনো সময় সেখানেই তা তুলে নিতে পারবেন।',
    connect: (provider) => `${provider} দিয়ে যুক্ত করুন`,
    connectAgain: (provider) => `${provider} দিয়ে আবার যুক্ত করুন`,
    connectedAs: (provider, address) => `${provider} দিয়ে ${address} যুক্ত আছে।`,
    connectFailed: 'মেইলবক্স যুক্ত করা যায়নি।',
    withPassword: 'পাসওয়ার্ড দিয়ে',
    server: 'মেইল সার্ভার (IMAP)',
    serverHint: 'যেমন imap.example.com। আপনার মেইল সেবা নামটি জানায়।',
    serverOptional: 'যেমন imap.example.com। খালি রাখলে এখানকার মেইল সার্ভার ব্যবহার হবে।',
    serverRequired: 'মেইল সার্ভার দিন',
    port: 'পোর্ট',
    portWrong: '১ থেকে ৬৫৫৩৫-এর একটি সংখ্যা',
    security: 'এনক্রিপশন',
    notEncrypted: 'নেই',
    pageTitle: 'মেইলবক্স যুক্ত করা',
    finishing: 'মেইলবক্স যুক্ত হচ্ছে',
    done: 'মেইলবক্স যুক্ত হয়েছে',
    doneText: (provider, address) => `সেবাগুলো এখন ${provider}-এর ${address} পড়তে পারবে। তাতে কিছু বদলানো হয় না।`,
    notConnected: 'মেইলবক্স যুক্ত হয়নি',
    toAccess: 'পোর্টাল অ্যাক্সেসে যান',
  },
});
