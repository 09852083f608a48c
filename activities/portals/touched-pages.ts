/** Remembers which pages a person has worked on live, because their fields may contain what they typed. */
import type { Page } from 'playwright';

const inHands = new WeakSet<Page>();

export const noteInHands = (page: Page): void => void inHands.add(page);
export const wasInHands = (page: Page): boolean => inHands.has(page);
