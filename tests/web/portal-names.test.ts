/** Portals and their logins have Bengali names in Bengali texts, and their own in English ones. */
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import { noticeMailMessages } from '#contracts/messaging/notice-mail-messages.ts';
import { messageText } from '#contracts/messages/render.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { noticeText } from '#web/features/messaging/notice-text.ts';
import { portalName } from '#web/features/admin/portals/queries.ts';
import { useBengali } from './bengali.ts';

const exp = 'বাংলাদেশ ব্যাংক EXP';
const portal = portalLabels['bb-exp'];

describe('in Bengali', () => {
  useBengali();

  it('a portal has the name that people in Dhaka use, and keeps its own where they use none', () => {
    expect(portalName('bb-exp')).toBe(exp);
    expect(portalName('myshipment')).toBe('MyShipment');
  });

  it('a notification and a mail about a portal name it in Bengali', () => {
    const notice = { kind: 'portal_back', values: { portal, jobs: 1 } } as const;
    const stored = { title: '', message: '', action_label: null, words: notice } as unknown as Notification;
    expect(noticeText(stored, 'bn', () => '').title).toBe(`${exp} আবার চলছে`);
    expect(messageText(noticeMailMessages.portalBackSubject({ portal }), 'bn')).toBe(`${exp} আবার চলছে`);
  });
});

it('in English a portal keeps its own name', () => {
  expect(portalName('bb-exp')).toBe(portal);
});
