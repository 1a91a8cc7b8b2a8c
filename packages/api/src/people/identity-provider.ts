import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { needs, says } from '../rule.ts';
import { sortedUpBy } from '../sorted.ts';
import { exactLines, exactText, idOf, instantText, noContent, paged, paging, text } from '../wire.ts';
import { accountId } from './account.ts';

export const identityProviderId = idOf('idp');

const changeable = {
  name: z.string(),
  /** The URL to which browsers are sent to sign in. */
  signOnUrl: z.string(),
  /** In PEM. While a provider changes its key, the old and the new one. */
  certificates: z.array(z.string()),
  /** True if a person of the domain without an account gets one. */
  makesAccounts: z.boolean(),
};

/** The fault of an answer. `form` is its structure; `account` is ours, not the provider's. */
const refusedFor = z.enum([
  'account',
  'address',
  'audience',
  'clock',
  'denied',
  'email',
  'form',
  'issuer',
  'person',
  'request',
  'signature',
]);
export type RefusedFor = z.output<typeof refusedFor>;

const providerRefusal = z.object({
  gmtTime: instantText,
  about: refusedFor,
  /** A sentence for the person who sets up the provider. */
  message: z.string(),
});
export type ProviderRefusal = z.output<typeof providerRefusal>;

const identityProvider = z.object({
  id: identityProviderId,
  domain: z.string(),
  entityId: z.string(),
  ...changeable,
  gmtCreated: instantText,
  /** The last 20 refused sign-ons within 30 days, the latest first. */
  lastRefusals: z.array(providerRefusal),
});
export type IdentityProvider = z.output<typeof identityProvider>;

const changeableFields = {
  name: text(100),
  signOnUrl: exactText(1_000).check(
    // http is allowed on this machine only, to try out a provider without a certificate.
    z.regex(/^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)([/?][^\s#]*)?$/, says('providerAddress')),
  ),
  certificates: z
    .array(exactLines(10_000))
    .check(z.minLength(1, says('required')), z.maxLength(3, says('tooMany', { max: 3 }))),
  makesAccounts: z.boolean(needs('flag')),
};

const createBody = z.strictObject({
  /** The domain of the e-mails that the provider authenticates, without its subdomains. */
  domain: text(200).check(z.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, says('domain'))),
  /** The name of the provider in its signed answers. */
  entityId: exactText(1_000),
  ...changeableFields,
});

const params = z.strictObject({ id: identityProviderId });
const write = { internal: 'operation.write', admission: 'write' } as const;
// A provider can open all accounts of its domain, those of operators included, so changing its keys needs the same
// scope as naming operators.
const believing = { internal: 'token.write', admission: 'write' } as const;
/** A certificate is longer than other texts. */
const largestBody = 32 * 1024;

export const identityProviders = defineCalls('identity-provider', {
  list: {
    internal: 'read',
    method: 'GET',
    path: '/identity-providers',
    summary: 'The identity providers by domain, with their last refused sign-ons',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedUpBy('domain', 'name', 'gmtCreated') }),
    reply: paged(identityProvider),
  },
  create: {
    ...believing,
    method: 'POST',
    path: '/identity-providers',
    summary: 'Link the identity provider of a domain',
    refusals: ['IDENTITY_PROVIDER_CONFLICT'],
    largestBody,
    body: createBody,
    reply: identityProvider,
  },
  update: {
    ...believing,
    method: 'PUT',
    path: '/identity-providers/{id}',
    summary: 'Change a provider’s address, keys or name; its domain stays',
    refusals: ['IDENTITY_PROVIDER_NOT_FOUND'],
    params,
    largestBody,
    body: z.strictObject(changeableFields),
    reply: identityProvider,
  },
  delete: {
    ...write,
    method: 'DELETE',
    path: '/identity-providers/{id}',
    summary: 'Remove an identity provider; the sessions that it opened run until they expire',
    refusals: ['IDENTITY_PROVIDER_NOT_FOUND'],
    params,
    reply: noContent,
  },
  unlink: {
    ...write,
    method: 'DELETE',
    path: '/identity-providers/{id}/accounts/{account}',
    summary: 'Unlink an account from a provider’s person and sign it out, so that another person can be linked',
    refusals: ['ACCOUNT_NOT_FOUND', 'IDENTITY_PROVIDER_NOT_FOUND'],
    params: z.strictObject({ id: identityProviderId, account: accountId }),
    reply: noContent,
  },
});
