/** Remembers which pages a person has worked on live, because their fields may contain what they typed. */
import type { Page } from 'playwright';

const touched = new WeakSet<Page>();

export const noteTouched = (page: Page): void => void touched.add(page);
export const wasTouched = (page: Page): boolean => touched.has(page);
