import { identityProviders } from '@usance/api/identity-provider';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { deleteIdentityProvider } from './delete-identity-provider.ts';
import { listIdentityProviders } from './identity-provider.queries.ts';
import { unlinkAccount } from './provider-links.ts';
import { updateIdentityProvider } from './update-identity-provider.ts';

export const identityProviderRoom: Room = (mount) =>
  mount(identityProviders, {
    list: listIdentityProviders,
    create: createIdentityProvider,
    update: updateIdentityProvider,
    delete: deleteIdentityProvider,
    unlink: unlinkAccount,
  });
