import { identityProviders } from '@usance/api/identity-provider';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { deleteIdentityProvider } from './delete-identity-provider.ts';
import { listIdentityProviders } from './identity-provider.queries.ts';
import { type EndSignOns, unlinkAccount } from './provider-links.ts';
import { updateIdentityProvider } from './update-identity-provider.ts';

/** Sign-ons are another room's, which knows this one. */
export const identityProviderRoom =
  (endSignOns: EndSignOns): Room =>
  (mount) =>
    mount(identityProviders, {
      list: listIdentityProviders,
      create: createIdentityProvider,
      update: updateIdentityProvider,
      delete: deleteIdentityProvider,
      unlink: (work, input) => unlinkAccount(work, input, endSignOns),
    });
