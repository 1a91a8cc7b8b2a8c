import { PasswordInput } from '@mantine/core';
import { passwordStrength } from '@usance/api/people/password';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './new-password-field.module.css';

interface NewPasswordFieldProps {
  label: string;
  value?: string;
  error?: ReactNode;
}

/** A field for a new password, with its strength. */
export function NewPasswordField({ value = '', ...field }: NewPasswordFieldProps) {
  const strength = passwordStrength(value);
  return (
    <div>
      <PasswordInput
        {...field}
        value={value}
        required
        description={m.password_hint()}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': m.account_show_password() }}
      />
      {/* Always mounted, so that screen readers announce changes. */}
      <div role="status" className={classes.strength} data-strength={value === '' ? undefined : strength}>
        {value !== '' && (
          <>
            <span className={classes.bars} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {m.password_strength({ level: strengthWord[strength]() })}
          </>
        )}
      </div>
    </div>
  );
}

const strengthWord = { weak: m.password_weak, medium: m.password_medium, strong: m.password_strong };
