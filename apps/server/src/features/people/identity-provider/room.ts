import { identityProviders } from '@usance/api/people/identity-provider';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { deleteIdentityProvider } from './delete-identity-provider.ts';
import { listIdentityProviders } from './identity-provider.queries.ts';
import { updateIdentityProvider } from './update-identity-provider.ts';

const { unlink: _ofSignOn, ...calls } = identityProviders;

/** Unlinking an account also ends sign-ons, so that call is in the sso room. */
export const identityProviderRoom: Room = {
  calls: mount(calls, {
    list: listIdentityProviders,
    create: createIdentityProvider,
    update: updateIdentityProvider,
    delete: deleteIdentityProvider,
  }),
  tables: {
    identity_provider: {},
    provider_link: {},
    provider_refusal: {},
  },
  sequences: { provider_refusal_no_seq: [['provider_refusal', 'no']] },
};
