import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delayMs`, so that quick loads never flash a spinner. */
export function useDelayed(waiting: boolean, delayMs = 400): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, [waiting, delayMs]);
  return waiting && late;
}
