import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endPlatformGrant, usePlatformGrantWanted } from '../../../api/platform-grant-state.ts';
import { render } from '../../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { showFailure } from '../../../ui/feedback/message/show-failure.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { regionQueries } from '../../region/region.queries.ts';
import { CreateDatacloudForm } from './create-datacloud-form.tsx';

const fetch = stubbedFetch();
const contract = aContract();
const taken = 'A data cloud with this name exists in the region.';
let isTaken: () => Promise<Response>;
let created: () => Promise<Response>;

beforeEach(() => {
  isTaken = () => reply({ exists: false });
  created = () => refusal(409, 'DATACLOUD_EXISTS', taken, { field: 'name' });
  fetch.mockImplementation((asked) => (String(asked).includes('/exists') ? isTaken() : created()));
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
    mutationCache: new MutationCache({ onError: (error, _values, _reply, { meta }) => showFailure(error, meta) }),
  });
  const regions = ['aws-us-east-1', 'aws-eu-west-1'].map((id) => ({ id, cloud: 'aws', region: id, name: id }));
  client.setQueryData(regionQueries.all(contract.id).queryKey, { items: regions } as never);
  render(
    <QueryClientProvider client={client}>
      <CreateDatacloudForm contracts={[contract]} initialContractId={contract.id} onCreated={vi.fn()} />
      <Grant />
    </QueryClientProvider>,
  );
});

function Grant() {
  return usePlatformGrantWanted() && <output>asks for the grant</output>;
}

const name = page.getByRole('textbox', { name: 'Name' });
const send = () => userEvent.click(page.getByRole('button', { name: 'Create data cloud' }));
const askedFor = () => fetch.mock.calls.map(([asked]) => String(asked)).filter((asked) => asked.includes('/exists'));

it('a taken name is marked while it is typed, and is free in another region', async () => {
  isTaken = async () => reply({ exists: String(fetch.mock.lastCall?.[0]).includes('us-east-1') });
  await userEvent.fill(name, 'lake_1');
  await expect.element(page.getByRole('alert')).toHaveTextContent(taken);
  await expect.element(name).toHaveAccessibleDescription(new RegExp(taken));
  expect(askedFor()).toEqual(['/api/v1/dataclouds/lake_1/exists?regionID=aws-us-east-1']);
  await userEvent.click(page.getByRole('combobox', { name: 'Cloud region' }));
  await userEvent.click(page.getByRole('option', { name: /eu-west-1/ }));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('a failed check does not mark a name, and an invalid name is not checked', async () => {
  isTaken = () => refusal(500, 'INTERNAL');
  await userEvent.fill(name, '1 lake');
  await userEvent.fill(name, 'lake_1');
  await expect.poll(askedFor).toEqual(['/api/v1/dataclouds/lake_1/exists?regionID=aws-us-east-1']);
  await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
});

it('a name taken meanwhile is marked at the field until it changes', async () => {
  await userEvent.fill(name, 'lake_1');
  await send();
  await expect.element(page.getByRole('alert')).toHaveTextContent(taken);
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'lake_2');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('another refusal is shown in the form', async () => {
  created = () => refusal(409, 'ACCOUNT_PERIOD_CONFLICT', 'Suspended.');
  await send();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
});

it('a missing authorization of the platform is shown only in its dialog', async () => {
  created = () => refusal(403, 'NOT_GRANT_PLATFORM_ERROR');
  await send();
  await expect.element(page.getByText('asks for the grant')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  endPlatformGrant();
});
