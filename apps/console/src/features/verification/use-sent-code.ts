import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';

interface Reply {
  readonly jobID: string;
  readonly message?: string | undefined;
}

interface SentCode {
  readonly target: string;
  readonly jobId: string;
  /** Until when it can prove anything. */
  readonly goodUntil: number;
}

const resendMs = 60_000;
const lifetimeMs = 600_000;

/** A code to an e-mail or a telephone: to whom it was sent, and when another can be asked for. */
export function useSentCode(ask: (target: string) => Promise<Reply>) {
  const [sent, setSent] = useState<SentCode>();
  const [wait, setWait] = useState({ target: '', until: 0 });
  const [byocMessage, setByocMessage] = useState<string>();
  const seconds = useSecondsUntil(wait.until);
  const sending = useMutation({
    mutationFn: ask,
    meta: { ignoreError: true },
    onSuccess: ({ jobID, message }, target) => {
      const now = performance.now();
      setSent({ target, jobId: jobID, goodUntil: now + lifetimeMs });
      setWait({ target, until: now + resendMs });
      const byoc = message?.includes('BYOC') ? message : undefined;
      setByocMessage(byoc);
      notify.success(byoc ?? m.verification_sent({ target }));
    },
    onError: (error, target) => {
      const refused = error instanceof ApiError ? Number(error.metadata['retryAfterSeconds'] ?? 0) : 0;
      if (refused > 0) setWait({ target, until: performance.now() + refused * 1_000 });
    },
  });
  return {
    send: sending.mutate,
    isSending: sending.isPending,
    error: sending.error,
    byocMessage,
    /** The job of the code that was sent there, while it is good. */
    jobFor: (target: string) =>
      sent !== undefined && sent.target === target && performance.now() < sent.goodUntil ? sent.jobId : undefined,
    /** How many seconds to wait before another can be sent there; another address need not wait. */
    waitFor: (target: string) => (wait.target === target ? seconds : 0),
  };
}

export type SentCodes = ReturnType<typeof useSentCode>;

interface CodeForm {
  readonly callForm: {
    readonly form: {
      readonly values: Readonly<Record<string, unknown>>;
      validateField(field: string): { hasError: boolean };
      getInputNode(field: string): HTMLElement | null;
    };
    tellField(error: Error, names: Readonly<Record<string, string>>): void;
  };
  readonly codes: SentCodes;
  readonly names: Readonly<Record<string, string>>;
  /** What was sent with an earlier code, whose failure is over. */
  readonly earlier: { reset(): void };
  /** The field that holds the code. */
  readonly codeField?: string;
}

/** Has a code sent to what a field says, once that is sound, and leads to the field that holds the code. */
export function sendCodeTo(
  field: string,
  { callForm: { form, tellField }, codes, names, earlier, codeField = 'token' }: CodeForm,
): void {
  if (form.validateField(field).hasError) {
    form.getInputNode(field)?.focus();
    return;
  }
  earlier.reset();
  codes.send(String(form.values[field]), {
    onSuccess: () => form.getInputNode(codeField)?.focus(),
    onError: (error) => tellField(error, names),
  });
}

/** Counts down to an instant of the page's own clock, which nobody can set. */
function useSecondsUntil(instant: number): number {
  const [, setTicks] = useState(0);
  const left = Math.max(0, Math.ceil((instant - performance.now()) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
