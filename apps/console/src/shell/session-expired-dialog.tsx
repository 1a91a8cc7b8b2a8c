import { useEffect } from 'react';
import { useSessionExpired } from '../api/session-state.ts';
import { Late, useArrived } from '../ui/late/late.ts';

const question = new Late(async () => (await import('./session-expired-question.late.tsx')).SessionExpiredQuestion);

/** Blocks the page once the session has expired. */
export function SessionExpiredDialog() {
  const isExpired = useSessionExpired();
  const Question = useArrived(question);
  useEffect(() => {
    if (isExpired) question.bring().catch(console.error);
  }, [isExpired]);
  return isExpired && Question && <Question />;
}
