/** Translates a notification into the reader's language. Older and unknown kinds stay in English. */
import type { Notification } from '#contracts/calls/account-answers.ts';
import { tellNotice, type NoticeValues } from '#contracts/messaging/notices.ts';
import type { Language } from '#web/lib/language.ts';
import { refusedText } from '#web/lib/messages.ts';
import { services, textsIn } from '#web/lib/services.ts';
import { bengaliNotices } from './notice-texts.ts';

type Shown = { title: string; message: string; action: string | null };

/** The parameters of a notification that contain sentences from the server. */
const ofServer: ReadonlySet<string> = new Set(['reason', 'prompt', 'what'] satisfies KeyOf[]);
type KeyOf = { [Kind in keyof NoticeValues]: keyof NoticeValues[Kind] }[keyof NoticeValues];

function serviceInBengali(english: string): string {
  const service = services.find(({ name }) => name === english);
  return service ? textsIn(service, 'bn').name : english;
}

function inBengali<Values extends object>(values: Values, said: (text: string) => string): Values {
  const read = Object.entries(values).map(([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [key, value];
    if (key === 'service') return [key, serviceInBengali(value)];
    return [key, ofServer.has(key) ? refusedText(value, said) : value];
  });
  return { ...values, ...Object.fromEntries(read) };
}

export function noticeText(
  { title, message, action_label: action, words }: Notification,
  language: Language,
  /** Translates a sentence from the server. */
  said: (text: string) => string,
): Shown {
  if (language === 'en' || words === null || !Object.hasOwn(bengaliNotices, words.kind))
    return { title, message, action };
  const translated = tellNotice(bengaliNotices, { kind: words.kind, values: inBengali(words.values, said) });
  return { ...translated, action: translated.action ?? action };
}
