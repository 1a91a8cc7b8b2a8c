import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { says } from '../rule.ts';
import { exactLines, exactText, noContent } from '../wire.ts';

/** The person to send to their identity provider, and the page to return to. */
export const ssoQuery = z.strictObject({
  /** Its domain selects the provider. */
  identifier: email,
  /** A path of the console; any other value leads to its first page. */
  from: z.optional(exactLines(2_000, 0)),
});

const mostResponseBytes = 128 * 1024;

/** Not strict: a provider may send more fields. */
const responseForm = z.object({
  SAMLResponse: z.string(says('required')).check(z.minLength(1, says('required'))),
  /** Ignored: the page to return to is stored here with the request. */
  RelayState: z.optional(z.string()),
});

/** The reasons with which a sign-on comes back to the console. */
export const signOnRefusals = [
  'SINGLE_SIGN_ON_REFUSED',
  'SINGLE_SIGN_ON_NO_ACCOUNT',
  'SINGLE_SIGN_ON_SECOND_FACTOR',
] as const;

const path = '/accounts/self-service';
const redirects = { refusedTo: '/signin' } as const;

export const sso = defineCalls('sso', {
  begin: {
    method: 'GET',
    path: `${path}/sso`,
    summary: 'The URL of the identity provider for the domain of an e-mail, to send the browser to',
    customer: 'anyone',
    admission: 'write',
    refusals: ['SINGLE_SIGN_ON_NOT_FOUND'],
    query: ssoQuery,
    reply: z.object({ url: z.string() }),
  },
  callback: {
    method: 'GET',
    path: `${path}/sso/callback`,
    summary: 'Sign in the browser that began a single sign-on, after the provider’s answer',
    customer: 'anyone',
    admission: 'password',
    refusals: signOnRefusals,
    query: z.strictObject({
      /** The e-mail that the provider has named. */
      identifier: email,
      /** The one-time code for the provider's answer, valid for two minutes. */
      identifierID: exactText(100),
    }),
    redirects,
    reply: noContent,
  },
  answer: {
    method: 'POST',
    path: `${path}/saml/acs`,
    summary: 'Receives an identity provider’s signed answer through the browser; opens no session yet',
    customer: 'anyone',
    admission: 'sign-on',
    refusals: ['SINGLE_SIGN_ON_REFUSED'],
    formFromElsewhere: true,
    largestBody: mostResponseBytes,
    body: responseForm,
    redirects,
    reply: noContent,
  },
  metadata: {
    method: 'GET',
    path: `${path}/saml/metadata`,
    summary: 'The SAML metadata of this installation for an identity provider',
    customer: 'anyone',
    internal: 'read',
    admission: 'read',
    reply: z.string(),
    replyMedia: 'application/samlmetadata+xml',
  },
});
