import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { PasskeyUnused } from './prove-passkey.ts';

/** Why nothing came of a passkey: what the browser did, or what the server says. */
export function PasskeyFailure({ error }: { error: Error | null }) {
  const isUnused = error instanceof PasskeyUnused;
  return <FormRefusal error={isUnused ? null : error}>{isUnused ? error.message : ''}</FormRefusal>;
}
