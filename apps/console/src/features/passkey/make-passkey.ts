import { madeCredential, type Passkey, type PasskeyCreation, passkeys } from '@usance/api/people/passkey';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { PasskeyUnused } from '../account/prove-passkey.ts';

/** Lets the browser make a passkey, and adds it with a name. */
export async function makePasskey(optionsJSON: PasskeyCreation, name: string): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    const isHere = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new PasskeyUnused(isHere ? m.passkey_here_already() : m.passkey_not_made(), { cause });
  });
  return call(passkeys.add, { body: { name, credential: madeCredential.parse(made) } });
}
