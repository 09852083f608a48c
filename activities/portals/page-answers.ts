/**
 * What a page answers to a click by itself, without loading another page: a browser dialog, or a field whose text the
 * browser refuses to send.
 */
import type { BrowserContext, Dialog, Page } from 'playwright';
import type { PageOrFrame } from './controls.ts';

type Answers = {
  /** Texts of the dialogs since the last click. */
  dialogs: string[];
  /** What the page answered to the last click, if nothing was loaded. */
  words: string;
  isAccepting: boolean;
};

const answersByPage = new WeakMap<Page, Answers>();

const pageOf = (root: PageOrFrame): Page => ('mainFrame' in root ? root : root.page());

function answersOf(page: Page): Answers {
  const known = answersByPage.get(page) ?? { dialogs: [], words: '', isAccepting: false };
  answersByPage.set(page, known);
  return known;
}

/**
 * Keeps the text of every dialog and dismisses it. A question that `acceptingDialog` waits for is accepted instead.
 */
export function watchDialogs(context: BrowserContext): void {
  context.on('dialog', (dialog) => void close(dialog).catch(() => undefined));
}

async function close(dialog: Dialog): Promise<void> {
  const page = dialog.page();
  // The browser asks whether to leave a page with unsaved input; the page is left, as it is without a listener.
  if (dialog.type() === 'beforeunload') return dialog.accept();
  const answers = page && answersOf(page);
  if (answers?.isAccepting && dialog.type() === 'confirm') {
    // Only the question that belongs to the click is accepted, and no further one.
    answers.isAccepting = false;
    return dialog.accept();
  }
  answers?.dialogs.push(dialog.message());
  return dialog.dismiss();
}

/** Runs a click and accepts the first question that the portal asks meanwhile. */
export async function acceptingDialog(page: Page, click: () => Promise<void>): Promise<void> {
  const answers = answersOf(page);
  answers.isAccepting = true;
  try {
    await click();
  } finally {
    answers.isAccepting = false;
  }
}

/** Forgets what the page answered to the click before. */
export function forgetAnswer(page: Page): void {
  Object.assign(answersOf(page), { dialogs: [], words: '' });
}

/** The words of the field to which the browser has moved the focus because it does not send what the field holds. */
const REFUSED_FIELD = `(() => {
  const field = document.activeElement;
  if (!field || !field.validity || field.validity.valid) return '';
  const label = (field.labels && field.labels[0] && field.labels[0].innerText) || field.name || field.id;
  return [label + ':', field.validationMessage, field.title].filter(Boolean).join(' ');
})()`;

/** Keeps what the page has answered to a click after which nothing was loaded; `words` returns it from then on. */
export async function noteAnswer(root: PageOrFrame): Promise<void> {
  const answers = answersOf(pageOf(root));
  const field = answers.dialogs.length > 0 ? '' : await root.evaluate<string>(REFUSED_FIELD);
  answers.words = [...answers.dialogs, field].join(' ').trim();
}

/** Returns what the page itself answered to the last click; empty if a page was loaded. */
export const answerOfPage = (root: PageOrFrame): string => answersByPage.get(pageOf(root))?.words ?? '';
