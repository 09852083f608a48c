/** How every mail begins and ends. */
import { defineMessages } from '../messages/define.ts';

/**
 * Names are omitted: otherwise, anyone registering someone else's address could send them a text of their choice.
 */
export const mailMessages = defineMessages('mail', {
  greeting: { en: 'Hello,', bn: 'শুভেচ্ছা নেবেন,' },
  sender: { en: 'Chalan', bn: 'চালান' },
});
