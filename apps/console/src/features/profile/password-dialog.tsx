import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { SetPasswordForm } from '../password/set-password-form.tsx';
import classes from './profile.module.css';

interface PasswordDialogProps {
  opened: boolean;
  email: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Sets a new password with a code by e-mail. */
export function PasswordDialog({ opened, email, onClose, onChanged }: PasswordDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={m.password_set()} size={440}>
      <p className={classes.why}>{m.profile_set_password_why()}</p>
      <SetPasswordForm
        knownEmail={email}
        onCancel={onClose}
        onSet={() => {
          onClose();
          onChanged();
        }}
      />
    </FormModal>
  );
}
