/** An item of a portal's go-live list: what a person checks on the original before its services are offered. */
import { createHash } from 'node:crypto';

const ID_LENGTH = 12;

/** The id is derived from the text, so it stays the same wherever the item stands in the list. */
export type GoLiveItem = { readonly id: string; readonly text: string };

export const goLiveItems = (...texts: readonly string[]): GoLiveItem[] =>
  texts.map((text) => ({
    id: createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH),
    text,
  }));
