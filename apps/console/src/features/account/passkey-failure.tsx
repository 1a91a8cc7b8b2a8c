import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { PasskeyUnused } from './prove-passkey.ts';

/** The reason why a passkey failed, in the browser or on the server. */
export function PasskeyFailure({ error }: { error: Error | null }) {
  const isUnused = error instanceof PasskeyUnused;
  return <FormRefusal error={isUnused ? null : error}>{isUnused ? error.message : ''}</FormRefusal>;
}
