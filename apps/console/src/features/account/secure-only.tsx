import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';

/** A form that asks for a password; over plain http it says that it is in vain. */
export function SecureOnly({ children }: { children: ReactNode }) {
  if (window.isSecureContext) return children;
  // The session's cookie would not be kept, and the password has no business on such a wire.
  return <FormRefusal>{m.account_plain_http()}</FormRefusal>;
}
