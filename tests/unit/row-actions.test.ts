/** What the outcome of a try means for the row, beside that of the try before it in another session. */
import { expect, test } from 'vitest';
import { portalMessages } from '#activities/portals/messages.ts';
import { judgedBeside } from '#activities/rows/row-actions.ts';

const deadClick = { outcome: 'TIMEOUT', message: portalMessages.nothingLoaded() } as const;
const lateAnswer = { outcome: 'TIMEOUT', message: portalMessages.noAnswerInTime() } as const;

test('a click without effect is a timeout at first, which does not pause the portal', () => {
  expect(judgedBeside(null, deadClick)).toEqual(deadClick);
});

test('a click that has no effect in a second session either means that the page has changed', () => {
  expect(judgedBeside(deadClick, deadClick)).toEqual({ ...deadClick, outcome: 'PORTAL_CHANGED' });
});

test('a click without effect beside a late answer is a timeout', () => {
  expect(judgedBeside(lateAnswer, deadClick)).toEqual(deadClick);
  expect(judgedBeside(deadClick, lateAnswer)).toEqual(lateAnswer);
  expect(judgedBeside(lateAnswer, lateAnswer)).toEqual(lateAnswer);
});
