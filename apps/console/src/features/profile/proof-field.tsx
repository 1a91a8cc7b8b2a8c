import { Button, TextInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { FailureLine } from './failure-line.tsx';
import classes from './profile.module.css';
import type { useCode } from './use-code.ts';

interface ProofFieldProps {
  code: ReturnType<typeof useCode>;
  target: string;
  field: ComponentProps<typeof TextInput>;
  /** What a form objects to because no code was sent, and the path by which it finds the button then. */
  notSent: { error?: ReactNode; 'data-path'?: string };
  onSend: () => void;
}

/** A code that is sent and then entered; another can be sent 60 seconds later. */
export function ProofField({ code, target, field, notSent, onSend }: ProofFieldProps) {
  const isWaiting = code.secondsLeft > 0;
  return (
    <div className={classes.code}>
      <TextInput
        label={m.profile_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...field}
        error={notSent.error ? m.profile_send_code_first() : field.error}
        {...(code.isSent && { description: m.profile_code_sent({ target }) })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <Button
        variant="default"
        className={classes.send}
        data-path={notSent['data-path']}
        loading={code.isSending}
        // Focus stays on it while it counts.
        aria-disabled={isWaiting}
        {...(isWaiting && { 'data-disabled': true })}
        onClick={() => !isWaiting && onSend()}
      >
        {sendWord(code)}
      </Button>
      <FailureLine error={code.error} />
    </div>
  );
}

function sendWord({ secondsLeft, isSent }: ProofFieldProps['code']): string {
  if (secondsLeft > 0) return m.profile_send_again_in({ seconds: secondsLeft });
  return isSent ? m.profile_send_again() : m.profile_send_code();
}
