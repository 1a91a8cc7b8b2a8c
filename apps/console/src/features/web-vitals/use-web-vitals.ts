import { useRouter } from '@tanstack/react-router';
import type { Identity } from '@usance/api/people/account';
import { useEffect } from 'react';
import { firstMove } from '../../ui/late/late.ts';

/** Tells the installation how fast its pages were for a customer. A visit without a movement tells nothing. */
export function useWebVitals({ assumed }: Identity): void {
  const router = useRouter();
  const isActing = assumed !== undefined;
  useEffect(() => {
    if (isActing) return;
    void firstMove
      .then(async () => (await import('./tell-web-vitals.late.ts')).tellWebVitals(router))
      .catch(() => undefined);
  }, [router, isActing]);
}
