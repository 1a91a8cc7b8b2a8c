import { Modal } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { SetPasswordForm } from '../password/set-password-form.tsx';
import classes from './profile.module.css';

interface PasswordDialogProps {
  opened: boolean;
  email: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A new password, proved by a code to the e-mail. */
export function PasswordDialog({ opened, email, onClose, onChanged }: PasswordDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={m.password_set()} size={440} closeOnClickOutside={false}>
      <p className={classes.why}>{m.profile_set_password_why()}</p>
      <SetPasswordForm
        knownEmail={email}
        onCancel={onClose}
        onSet={() => {
          onClose();
          onChanged();
        }}
      />
    </Modal>
  );
}
