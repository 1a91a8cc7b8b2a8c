import { type PasswordStrength, passwordStrength } from '@usance/api/password';
import { m } from '../../paraglide/messages.js';
import classes from './strength-meter.module.css';

/** How strong a password is, as one types it: three bars and a word. */
export function StrengthMeter({ password }: { password: string }) {
  const level = password === '' ? undefined : passwordStrength(password);
  return (
    <div className={classes.meter} data-level={level}>
      <span className={classes.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">{level && m.profile_strength({ level: words[level]() })}</span>
    </div>
  );
}

const words: Readonly<Record<PasswordStrength, () => string>> = {
  weak: m.profile_strength_weak,
  medium: m.profile_strength_medium,
  strong: m.profile_strength_strong,
};
