import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { firstMove } from '../../ui/late/late.ts';

/** Tells the installation, when the visit is over, how fast its pages were. A visit without a movement tells nothing. */
export function useWebVitals(): void {
  const router = useRouter();
  useEffect(() => {
    void firstMove
      .then(async () => (await import('./tell-web-vitals.late.ts')).tellWebVitals(router))
      .catch(() => undefined);
  }, [router]);
}
