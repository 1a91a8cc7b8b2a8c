import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './code-field.module.css';
import type { SentCodes } from './use-sent-code.ts';

interface CodeFieldProps {
  label: string;
  codes: SentCodes;
  /** To whom the code goes, as it is typed. */
  target: string;
  onSend: () => void;
  required?: boolean;
  value?: string;
  error?: ReactNode;
  'data-autofocus'?: boolean;
  onChange: (value: string) => void;
}

/** Six digits that were sent to somebody, with the button that has them sent. */
export function CodeField({ codes, target, onSend, onChange, ...field }: CodeFieldProps) {
  const wait = codes.waitFor(target);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = wait > 0;
  // The button that was pressed goes to sleep, and the code is what comes next.
  useLayoutEffect(() => {
    if (isWaiting && document.activeElement === button.current) input.current?.focus();
  }, [isWaiting]);
  return (
    <TextInput
      {...field}
      ref={input}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, ''))}
      rightSectionWidth={152}
      rightSectionProps={{ className: classes.send ?? '' }}
      rightSection={
        <Button
          ref={button}
          variant="subtle"
          size="compact-sm"
          disabled={isWaiting}
          loading={codes.isSending}
          onClick={onSend}
        >
          {sendWord(wait, codes.jobFor(target) !== undefined)}
        </Button>
      }
    />
  );
}

function sendWord(seconds: number, wasSent: boolean): string {
  if (seconds > 0) return m.verification_wait({ seconds });
  return wasSent ? m.verification_send_again() : m.verification_send();
}
