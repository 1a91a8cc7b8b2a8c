import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './public-form.module.css';

interface SecondFactorFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** A field for the app's code, or for a recovery code instead. Switching clears it. */
export function SecondFactorField({ onChange, ...field }: SecondFactorFieldProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const other = () => {
    setIsRecovery(!isRecovery);
    onChange('');
  };
  return (
    <>
      <TextInput
        // A new key makes a new field, so that it gets the focus and autofill recognises it.
        key={String(isRecovery)}
        {...field}
        label={isRecovery ? m.account_recovery_code() : m.account_code()}
        description={isRecovery ? m.account_recovery_code_hint() : m.account_code_hint()}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        // Apps show codes as 123 456.
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s/g, ''))}
      />
      <Button variant="subtle" size="compact-sm" className={classes.otherCode} onClick={other}>
        {isRecovery ? m.account_use_app_code() : m.account_use_recovery_code()}
      </Button>
    </>
  );
}
