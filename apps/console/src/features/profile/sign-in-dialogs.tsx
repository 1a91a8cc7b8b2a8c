import { PasswordDialog } from './password-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';

interface SignInDialogsProps {
  opened: 'phone' | 'password' | undefined;
  email: string;
  onClose: () => void;
  onPasswordChanged: () => void;
}

/** The dialogs to change telephone and password, loaded together on demand. */
export function SignInDialogs({ opened, email, onClose, onPasswordChanged }: SignInDialogsProps) {
  return (
    <>
      <PhoneDialog opened={opened === 'phone'} onClose={onClose} />
      <PasswordDialog opened={opened === 'password'} email={email} onClose={onClose} onChanged={onPasswordChanged} />
    </>
  );
}
