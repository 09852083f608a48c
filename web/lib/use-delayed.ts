/** Returns true once a wait is long enough to show, so that fast answers never flash a skeleton. */
import { useEffect, useState } from 'react';

const skeletonDelayMs = 200;

export function useDelayed(waiting: boolean, delayMs = skeletonDelayMs): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [waiting, delayMs]);
  return waiting && shown;
}
