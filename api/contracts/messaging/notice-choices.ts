/** A customer's choices for each kind of event: whether it is also mailed, and pushed to browsers. */
import type { NoticeKind } from './notices.ts';

/** The preferences that decide about each kind of event, in the order in which they are shown. */
export const noticeChoices = [
  { event: 'completion', mail: 'mailOnCompletion', push: 'pushOnCompletion' },
  { event: 'question', mail: 'mailOnQuestion', push: 'pushOnQuestion' },
  { event: 'portalBack', mail: 'mailOnPortalBack', push: 'pushOnPortalBack' },
] as const;
type NoticeChoice = (typeof noticeChoices)[number];
export type NoticeEvent = NoticeChoice['event'];
export type NoticePreference = NoticeChoice['mail' | 'push'];

/** The event that a notification reports; notifications of other kinds stay in the application. */
export const noticeEvents: Partial<Record<NoticeKind, NoticeEvent>> = {
  job_completed: 'completion',
  job_failed: 'completion',
  job_stopped: 'completion',
  login_refused: 'completion',
  captcha_asked: 'question',
  code_asked: 'question',
  page_asked: 'question',
  page_waits: 'question',
  portal_back: 'portalBack',
};
