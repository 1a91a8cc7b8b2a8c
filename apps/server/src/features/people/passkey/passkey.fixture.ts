import { type Call, type CallBody, pathOf } from '@usance/api/call';
import { type PasskeyRequest, passkeys } from '@usance/api/people/passkey';
import type { InjectOptions } from 'fastify';
import { Browser } from '#testing/browser.ts';
import { person } from '#testing/builders.ts';
import type { Caller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { Authenticator } from './authenticator.fixture.ts';

/** The Host header that a browser sends. */
export const atConsole = { host: 'console.example.com' };

export const passkeyRefused = { code: 401, reason: 'PASSKEY_REFUSED' };

/** The options from which a person's browser makes a passkey. */
export const askedToMake = (someone: Pick<Caller, 'call'>) => someone.call(passkeys.begin, { headers: atConsole });

/** Adds a passkey to a person's account. */
export async function addedPasskey(someone: Pick<Caller, 'call'>, name = 'My key') {
  const key = new Authenticator();
  const credential = key.make(await askedToMake(someone));
  const passkey = await someone.call(passkeys.add, { headers: atConsole, body: { name, credential } });
  return { key, passkey };
}

export async function withPasskey(app: TestApp) {
  const someone = await person(app);
  return { someone, ...(await addedPasskey(someone)) };
}

/** A browser that signs in with passkeys. */
export class PasskeyBrowser extends Browser {
  async post(call: Call, payload: object = {}, headers: InjectOptions['headers'] = atConsole) {
    const reply = await this.send({ method: 'POST', url: pathOf(call, 'customer'), payload, headers });
    return { status: reply.statusCode, body: reply.json() };
  }

  async asked(at?: InjectOptions['headers']): Promise<PasskeyRequest> {
    return (await this.post(passkeys.beginSignIn, {}, at)).body;
  }

  signIn(said: CallBody<typeof passkeys.signIn>, at?: InjectOptions['headers']) {
    return this.post(passkeys.signIn, said, at);
  }

  async attempt(key: Authenticator, lies?: Parameters<Authenticator['sign']>[1]) {
    return this.signIn({ credential: key.sign(await this.asked(), lies) });
  }
}
