import type { Identity } from '@usance/api/account';
import { passkeys, signedCredential } from '@usance/api/passkey';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';

/** Whether the browser has passkeys at this address: an authenticator knows names alone, and no bare addresses. */
export function canUsePasskeys(): boolean {
  const isBareAddress = /^(\d+\.){3}\d+$|^\[/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isBareAddress;
}

/** Proves a passkey that its user picks: signs in with it, or renews the session in hand. */
export async function provePasskey({ refresh }: { refresh: boolean }): Promise<Identity> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(passkeys.beginSignIn),
  ]);
  const signed = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw new PasskeyUnused(m.account_passkey_given_up(), { cause });
  });
  return call(passkeys.signIn, { body: { credential: signedCredential.parse(signed), refresh } });
}

/** The browser made or signed nothing: its user gave up, or has no passkey here. Its message is for the reader. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}
