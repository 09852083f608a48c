/** Counts down to zero in whole seconds while active. */
import { useEffect, useState } from 'react';

export function useCountdown(seconds: number, active: boolean): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (!active || left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [active, left]);
  return left;
}
