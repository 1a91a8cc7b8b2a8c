import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';

/** Shows a password form, but over plain http only a notice that it cannot work. */
export function SecureOnly({ children }: { children: ReactNode }) {
  if (window.isSecureContext) return children;
  // The browser would drop the session cookie, and the password must not travel unencrypted.
  return <FormRefusal>{m.account_plain_http()}</FormRefusal>;
}
