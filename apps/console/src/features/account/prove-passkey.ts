import type { Identity } from '@usance/api/people/account';
import { passkeys, signedCredential } from '@usance/api/people/passkey';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';

/** True if the browser supports passkeys at this address: they need a host name, not an IP address. */
export function canUsePasskeys(): boolean {
  const isBareAddress = /^(\d+\.){3}\d+$|^\[/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isBareAddress;
}

/** Proves a passkey that the reader picks: signs in, or renews the current session. */
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

/** The browser made or signed nothing: the reader cancelled, or has no passkey here. The message is for the reader. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}
