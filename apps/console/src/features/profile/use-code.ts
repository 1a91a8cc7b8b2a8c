import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';

const resendSeconds = 60;

interface CodeInput {
  /** Where the code goes: what was sent elsewhere counts for nothing here. */
  target: string;
  send: (target: string) => Promise<{ jobID: string }>;
  onSent: (jobID: string) => void;
}

/** Sends a code, and says how long it is until another can be sent to the same place. */
export function useCode({ target, send, onSent }: CodeInput) {
  const [last, setLast] = useState<{ target: string; isSent: boolean; until: number }>();
  const secondsLeft = useSecondsUntil(last?.target === target ? last.until : 0);
  const sending = useMutation({
    mutationFn: send,
    meta: { ignoreError: true },
    onSuccess: ({ jobID }, to) => {
      setLast({ target: to, isSent: true, until: performance.now() + resendSeconds * 1000 });
      onSent(jobID);
    },
    onError: (error, to) => {
      const wait = error instanceof ApiError ? Number(error.metadata['retryAfterSeconds'] ?? 0) : 0;
      if (wait > 0) setLast({ target: to, isSent: false, until: performance.now() + wait * 1000 });
    },
  });
  return {
    isSent: last?.target === target && last.isSent,
    secondsLeft,
    isSending: sending.isPending,
    error: sending.variables === target ? sending.error : null,
    send: () => sending.mutate(target),
  };
}

/** Whole seconds until a moment of the page's own clock, which nobody can set. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (until <= performance.now()) return;
    const timer = setInterval(() => {
      setNow(performance.now());
      if (performance.now() >= until) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
