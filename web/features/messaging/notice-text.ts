/** Translates a notification into the reader's language. Older and unknown kinds stay in English. */
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { Message } from '#contracts/messages/message.ts';
import { completedEnd, stoppedEnd, type JobEnd } from '#contracts/messaging/notice-ends.ts';
import { bengaliNotices } from '#contracts/messaging/notice-texts.ts';
import { bengaliPortalName } from '#contracts/portals/portal-labels.ts';
import { renderNotice, type Notice } from '#contracts/messaging/notices.ts';
import type { Language } from '#web/lib/language.ts';
import { services, textsIn } from '#web/lib/services.ts';

type Shown = { title: string; message: string; action: string | null };

function serviceInBengali(english: string): string {
  const service = services.find(({ name }) => name === english);
  return service ? textsIn(service, 'bn').name : english;
}

/** Services and portals have their English names in the values. */
const withNames = <Values extends object>(values: Values): Values => ({
  ...values,
  ...('service' in values && typeof values.service === 'string'
    ? { service: serviceInBengali(values.service) }
    : {}),
  ...('portal' in values && typeof values.portal === 'string'
    ? { portal: bengaliPortalName(values.portal) }
    : {}),
});

/** Returns how the job has ended that a notification is about; null if it is about something else. */
export function jobEndOf(notice: Notice | null): JobEnd | null {
  if (notice?.kind === 'job_completed') return completedEnd(notice.values);
  return notice?.kind === 'job_failed' ? stoppedEnd(notice.values) : null;
}

export function noticeText(
  { title, message, action_label: action, words }: Notification,
  language: Language,
  /** Renders a message among the values. */
  render: (message: Message) => string,
): Shown {
  if (language === 'en' || words === null || !Object.hasOwn(bengaliNotices, words.kind))
    return { title, message, action };
  const notice = { kind: words.kind, values: withNames(words.values) };
  const translated = renderNotice(bengaliNotices, notice, render);
  return { ...translated, action: translated.action ?? action };
}
