/** Rules of the list of a customer's jobs that the page and the server share. Imports no schemas. */

import { shownStates } from './shown-state.ts';

/** The states by which the list is filtered; `open` is every job that has not ended: the waiting and the running ones. */
export const jobListStates = [...shownStates, 'open'] as const;

export const jobListPageSizes = [25, 50, 100] as const;
export const jobListPageSize = 25;

export const jobSearchCharactersMax = 100;
/** Shorter text is looked for in file names, services and job numbers only: it would occur in most rows. */
export const rowSearchCharactersMin = 3;

/** Views of the list that a customer saves. */
export const savedViewsMax = 30;
export const savedViewNameLengthMax = 60;
