import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { secondFactor } from '@usance/api/people/second-factor';
import { Secret, TOTP } from 'otpauth';
import { person, rightPassword } from '#testing/builders.ts';
import type { TestApp } from '#testing/test-app.ts';

/** The seconds for which an app shows one code. */
export const codeSeconds = 30;

/** The code that a person's app shows, this many half minutes from now. */
export const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + steps * codeSeconds * 1_000,
  });

/** A person who turned on a second factor half a minute ago. */
export async function withSecondFactor(app: TestApp) {
  const someone = await person(app);
  const { secret } = await someone.call(secondFactor.begin, {});
  const { recoveryCodes } = await someone.call(secondFactor.confirm, { body: { code: codeOf(app, secret) } });
  app.clock.pass({ seconds: codeSeconds });
  return { someone, identifier: someone.identifier, secret, recoveryCodes };
}

interface Said {
  readonly password?: string;
  readonly code?: string;
  readonly refresh?: boolean;
  readonly cookies?: Record<string, string>;
}

/** Tries to sign in, by default with the right password. */
export async function attempted(app: TestApp, identifier: string, { cookies = {}, ...said }: Said = {}) {
  const reply = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: { identifier, password: rightPassword, ...said },
    cookies,
  });
  return { status: reply.statusCode, body: reply.json(), cookies: reply.cookies };
}
