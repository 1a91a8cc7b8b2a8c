import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { useSecondsUntil } from '../../ui/form/use-seconds-until.ts';
import { askForCode, type CodePurpose } from './ask-for-code.ts';
import { dropCode, keepCode, keptCode, pageTime } from './kept-code.ts';

const resendMs = 60_000;
const lifetimeMs = 600_000;

/** The state of a sent code: its recipient, and when another can be sent. It survives a reload. */
export function useSentCode(purpose: CodePurpose) {
  const [sent, setSent] = useState(() => keptCode(purpose));
  const [wait, setWait] = useState({ target: sent?.target ?? '', until: sent?.againAt ?? 0 });
  const seconds = useSecondsUntil(wait.until - performance.timeOrigin);
  const sending = useMutation({
    mutationFn: askForCode[purpose],
    meta: { ignoreError: true },
    onSuccess: ({ jobID, message }, target) => {
      const now = pageTime();
      const byocMessage = message?.includes('BYOC') ? message : undefined;
      const code = { target, jobId: jobID, goodUntil: now + lifetimeMs, againAt: now + resendMs, byocMessage };
      keepCode(purpose, code);
      setSent(code);
      setWait({ target, until: code.againAt });
      notify.success(byocMessage ?? m.verification_sent({ target }));
    },
    onError: (error, target) => {
      if (error instanceof ApiError && error.againAt > 0)
        setWait({ target, until: performance.timeOrigin + error.againAt });
    },
  });
  return {
    send: sending.mutate,
    isSending: sending.isPending,
    error: sending.error,
    byocMessage: sent?.byocMessage,
    /** Returns the job of the valid code that was sent to this target. */
    jobFor: (target: string) =>
      sent !== undefined && sent.target === target && pageTime() < sent.goodUntil ? sent.jobId : undefined,
    /** Returns the seconds until another code can be sent to this target; other targets need not wait. */
    waitFor: (target: string) => (wait.target === target ? seconds : 0),
    /** Drops the code once it is used, since it works only once. */
    forget: () => dropCode(purpose),
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
  /** The mutation that used an earlier code, whose failure is obsolete. */
  readonly earlier: { reset(): void };
  /** The field for the code. */
  readonly codeField?: string;
}

/** Sends a code to the value of a field if it is valid, and focuses the code field. */
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
