import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { defineCalls } from './call.ts';
import { needs, says } from './rule.ts';
import { sortedUpBy } from './sorted.ts';
import { exactLines, exactText, idOf, instantText, noContent, paged, paging, text } from './wire.ts';

export const identityProviderId = idOf('idp');

const changeable = {
  name: z.string(),
  /** Where browsers are sent to sign in. */
  signOnUrl: z.string(),
  /** In PEM. While a provider changes its key, the old one and the new one. */
  certificates: z.array(z.string()),
  /** Whether somebody of the domain who has no account is given one. */
  makesAccounts: z.boolean(),
};

/** What was wrong with an answer. `form` is its shape; `account` is ours, not the provider's. */
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
  /** A sentence for the person who sets the provider up. */
  message: z.string(),
});
export type ProviderRefusal = z.output<typeof providerRefusal>;

const identityProvider = z.object({
  id: identityProviderId,
  domain: z.string(),
  entityId: z.string(),
  ...changeable,
  gmtCreated: instantText,
  /** The last 20 sign-ons within 30 days that were refused, the latest first. */
  lastRefusals: z.array(providerRefusal),
});
export type IdentityProvider = z.output<typeof identityProvider>;

const saidChangeable = {
  name: text(100),
  signOnUrl: exactText(1_000).check(
    // On this machine a provider may be tried without a certificate.
    z.regex(/^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)([/?][^\s#]*)?$/, says('providerAddress')),
  ),
  certificates: z
    .array(exactLines(10_000))
    .check(z.minLength(1, says('required')), z.maxLength(3, says('tooMany', { max: 3 }))),
  makesAccounts: z.boolean(needs('flag')),
};

const createBody = z.strictObject({
  /** Whose e-mails the provider vouches for; not of the domains below it. */
  domain: text(200).check(z.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, says('domain'))),
  /** What it calls itself in what it signs. */
  entityId: exactText(1_000),
  ...saidChangeable,
});

const params = z.strictObject({ id: identityProviderId });
const write = { internal: 'operation.write', admission: 'write' } as const;
// A provider opens the accounts of all e-mails of its domain, those of who may act for others too: whoever says whose key
// it is believed by may do what naming them would allow.
const believing = { internal: 'token.write', admission: 'write' } as const;
/** A certificate is longer than other texts. */
const largestBody = 32 * 1024;

export const identityProviders = defineCalls('identity-provider', {
  list: {
    internal: 'read',
    method: 'GET',
    path: '/identity-providers',
    summary: 'Who vouches for the people of which domain, and why its last sign-ons were refused',
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
    summary: 'Change how a provider is asked and believed; whom it vouches for stays as it is',
    refusals: ['IDENTITY_PROVIDER_NOT_FOUND'],
    params,
    largestBody,
    body: z.strictObject(saidChangeable),
    reply: identityProvider,
  },
  delete: {
    ...write,
    method: 'DELETE',
    path: '/identity-providers/{id}',
    summary: 'Let a provider vouch for nobody any more; sessions that it has opened end by themselves',
    refusals: ['IDENTITY_PROVIDER_NOT_FOUND'],
    params,
    reply: noContent,
  },
  unlink: {
    ...write,
    method: 'DELETE',
    path: '/identity-providers/{id}/accounts/{account}',
    summary: 'Forget which person of a provider an account belongs to, and sign it out, so that another may come to it',
    refusals: ['ACCOUNT_NOT_FOUND', 'IDENTITY_PROVIDER_NOT_FOUND'],
    params: z.strictObject({ id: identityProviderId, account: accountId }),
    reply: noContent,
  },
});
