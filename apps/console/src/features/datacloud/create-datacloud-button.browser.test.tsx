import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { aContract } from '../contract/contract.fixture.ts';
import { CreateDatacloudButton } from './create-datacloud-button.tsx';

const permissions = {
  canReadDataclouds: true,
  canCreateDatacloud: false,
  canDeleteDatacloud: true,
  canReadCosts: true,
  canReadBilling: true,
  canManageBilling: true,
  canAdminister: true,
};

it.each([
  ['End', 'Data clouds can be created in an active contract only.'],
  ['Active', 'No Auth'],
] as const)('is disabled for a contract in state %s, with the reason: %s', async (state, why) => {
  const contract = aContract({ state, permissions });
  renderWithRoutes(new QueryClient(), () => <CreateDatacloudButton contracts={[contract]} contractId={contract.id} />);
  const off = page.getByRole('button', { name: 'Create data cloud' });
  await userEvent.hover(off, { force: true });
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(why);
});
