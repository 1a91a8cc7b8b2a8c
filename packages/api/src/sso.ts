import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { email } from './email.ts';
import { says } from './rule.ts';
import { exactLines, exactText, noContent } from './wire.ts';

/** Who wants to be sent to their identity provider, and where they wanted to go. */
export const ssoQuery = z.strictObject({
  /** Its domain says whose provider it is. */
  identifier: email,
  /** A path of the console; whatever else it is leads to its first page. */
  from: z.optional(exactLines(2_000, 0)),
});

const mostResponseBytes = 128 * 1024;

/** Any provider may send more than this; what it sends is not ours to refuse. */
const responseForm = z.object({
  SAMLResponse: z.string(says('required')).check(z.minLength(1, says('required'))),
  /** Never looked at: where somebody wanted to go is kept here, with the request that is answered. */
  RelayState: z.optional(z.string()),
});

const path = '/accounts/self-service';
const passesBy = { refusedTo: '/signin' } as const;

export const sso = defineCalls('sso', {
  begin: {
    method: 'GET',
    path: `${path}/sso`,
    summary: 'The address of the identity provider that vouches for the domain of an e-mail, for a browser to go to',
    customer: 'anyone',
    admission: 'write',
    refusals: ['SINGLE_SIGN_ON_NOT_FOUND'],
    query: ssoQuery,
    reply: z.object({ url: z.string() }),
  },
  callback: {
    method: 'GET',
    path: `${path}/sso/callback`,
    summary: 'Sign in the browser that has begun a single sign-on which its provider has answered',
    customer: 'anyone',
    admission: 'password',
    refusals: ['SINGLE_SIGN_ON_REFUSED', 'SINGLE_SIGN_ON_NO_ACCOUNT', 'SINGLE_SIGN_ON_SECOND_FACTOR'],
    query: z.strictObject({
      /** The e-mail that the provider has named. */
      identifier: email,
      /** What the provider's answer was exchanged for; good once, for two minutes. */
      identifierID: exactText(100),
    }),
    passesBy,
    reply: noContent,
  },
  answer: {
    method: 'POST',
    path: `${path}/saml/acs`,
    summary: 'Where an identity provider has the browser bring its signed answer; it opens no session yet',
    customer: 'anyone',
    admission: 'sign-on',
    refusals: ['SINGLE_SIGN_ON_REFUSED'],
    formFromElsewhere: true,
    largestBody: mostResponseBytes,
    body: responseForm,
    passesBy,
    reply: noContent,
  },
  metadata: {
    method: 'GET',
    path: `${path}/saml/metadata`,
    summary: 'What an identity provider has to know of this installation',
    customer: 'anyone',
    internal: 'read',
    admission: 'read',
    reply: z.string(),
    replyMedia: 'application/samlmetadata+xml',
  },
});
