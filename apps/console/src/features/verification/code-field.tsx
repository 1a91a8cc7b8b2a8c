import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './code-field.module.css';
import type { SentCodes } from './use-sent-code.ts';

interface CodeFieldProps {
  label: string;
  codes: SentCodes;
  /** The typed recipient of the code. */
  target: string;
  onSend: () => void;
  required?: boolean;
  value?: string;
  error?: ReactNode;
  'data-autofocus'?: boolean;
  onChange: (value: string) => void;
}

/** A field for a six-digit code, with the button that sends one. */
export function CodeField({ codes, target, onSend, onChange, ...field }: CodeFieldProps) {
  const wait = codes.waitFor(target);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = wait > 0;
  // The pressed button is disabled, and the code is the next entry.
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
