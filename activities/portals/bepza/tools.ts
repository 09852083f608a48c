/** Page tools for BEPZA's permit system: navigate from the current page and read what it shows. */
import { cellOf, unreadable } from '#activities/portals/cells.ts';
import {
  createConfirmation,
  createMenu,
  createPageTools,
  type PageTools,
} from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { bepzaPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, onPage, explain, answerWords, wordsInstead, fill, fillIn, select } = tools;
export const { attach, readPairs, downloadLinked } = tools;

/** Page tools with the longer timeout that an upload needs. */
export const uploadTools = (): PageTools =>
  createPageTools(config, { timeouts: { ...config.timeouts, navigationMs: config.timeouts.uploadMs } });

export const openEntry = createMenu(tools, config, bepzaPortalMessages.notPermitted);

/** Reads the portal's answer to a filing. */
export const readConfirmation = createConfirmation(tools, config);

/** 05/06/2026 10:15 → 2026-06-05 10:15, with or without the time; null where there is none. */
export function dayOf(row: ReadonlyMap<string, string>, heading: string): string | null {
  const text = cellOf(row, heading);
  if (text === '') return null;
  const [, day, month, year, time = ''] = /^(\d\d)\/(\d\d)\/(\d{4})( \d\d:\d\d)?$/.exec(text) ?? [];
  if (year) return `${year}-${month}-${day}${time}`;
  throw unreadable(text, heading);
}
