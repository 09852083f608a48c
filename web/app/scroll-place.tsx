/** A new page starts at its top; going back or reloading shows a page where it was left. */
import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const storageKey = 'chalan-scroll-places';
/** More entries of the browser's history than people go back. */
const placesMax = 50;

/** How far each entry of the browser's history was scrolled, in pixels. */
const places = new Map<string, number>(keptPlaces());

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
    // Without storage a reload starts at the top.
  }
  history.scrollRestoration = 'auto';
}

function notePlace(entry: string): void {
  places.delete(entry);
  places.set(entry, window.scrollY);
  const [oldest] = places.keys();
  if (places.size > placesMax && oldest !== undefined) places.delete(oldest);
}

/** The address's own anchor, or where this entry of the history was left. */
function showPlace(hash: string, top: number): void {
  const anchor = hash ? document.getElementById(hash.slice(1)) : null;
  if (anchor) anchor.scrollIntoView();
  else window.scrollTo(0, top);
}

/** Stands beside the page, inside of what waits for its code: its place is found when the page is there. */
export function ScrollPlace() {
  const { key, pathname, hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shownPath = useRef<string>(undefined);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    // Filters and tabs change the address of the page that is being read: it stays where it is.
    if (shownPath.current !== pathname || hash) showPlace(hash, isReturn ? (places.get(key) ?? 0) : 0);
    shownPath.current = pathname;
    const note = () => notePlace(key);
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keepPlaces);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keepPlaces);
    };
  }, [key, pathname, hash, isReturn]);

  return null;
}
