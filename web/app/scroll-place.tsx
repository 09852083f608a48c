/** Scrolls a new page to its top, and restores the scroll position after a reload or when going back. */
import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const storageKey = 'chalan-scroll-places';
/** More history entries than people usually go back. */
const placesMax = 50;

/** The scroll position of each entry in the browser's history, in pixels. */
const places = new Map<string, number>(keptPlaces());

/** Not part of a component, because each frame renders its own. */
let shownPath: string | undefined;

/** Returns whether the document was opened for the first time, rather than reloaded or returned to. */
const isNewDocument = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
};

/** Returns the position to restore for an entry. A visitor who scrolled before the scripts were loaded stays there. */
function placeOf(entry: string): number {
  const isFirst = shownPath === undefined;
  const known = isFirst && isNewDocument() ? undefined : places.get(entry);
  return known ?? (isFirst ? window.scrollY : 0);
}

function keptPlaces(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function keepPlaces(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places]));
  } catch {
    // Without storage, a reload starts at the top.
  }
  history.scrollRestoration = 'auto';
}

function notePlace(entry: string): void {
  places.delete(entry);
  places.set(entry, window.scrollY);
  const [oldest] = places.keys();
  if (places.size > placesMax && oldest !== undefined) places.delete(oldest);
}

/** Scrolls to the anchor in the address, or else to the position saved for this history entry. */
function showPlace(hash: string, top: number): void {
  const anchor = hash ? document.getElementById(hash.slice(1)) : null;
  if (anchor) anchor.scrollIntoView();
  else window.scrollTo(0, top);
}

/**
 * Must be rendered inside the page's Suspense boundary, so that it restores the position only after the page is
 * rendered.
 */
export function ScrollPlace() {
  const { key, pathname, hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;

  useLayoutEffect(() => {
    // Each document's first entry has the same key.
    const entry = `${key} ${pathname}`;
    history.scrollRestoration = 'manual';
    // Filters and tabs change the address of the current page; its scroll position stays unchanged.
    if (shownPath !== pathname || hash) showPlace(hash, isReturn ? placeOf(entry) : 0);
    shownPath = pathname;
    const note = () => notePlace(entry);
    // A visitor who scrolled before the scripts were loaded may leave without scrolling again.
    note();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keepPlaces);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keepPlaces);
    };
  }, [key, pathname, hash, isReturn]);

  return null;
}
