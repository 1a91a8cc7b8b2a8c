import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import { PasskeyUnused } from './prove-passkey.ts';

/** Why nothing came of a passkey: what the browser did, or what the server says. */
export function PasskeyFailure({ error }: { error: Error | null }) {
  const isUnused = error instanceof PasskeyUnused;
  const text = useFailureText(isUnused ? null : error);
  return <FormRefusal>{isUnused ? error.message : text}</FormRefusal>;
}
