import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { regionQueries } from '../../region/region.queries.ts';
import { CreateDatacloudPage } from './create-datacloud-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const contractOf = (id: string, tags: string, canCreateDatacloud: boolean) => ({
  id,
  tags,
  state: 'Active',
  permissions: { canCreateDatacloud },
});
const region = (id: string, name: string) => ({ id, cloud: 'aws', region: id, name, regionURL: '' });

/**
 * Shows the page with these contracts, of which the second is served only in Tokyo; `asked` is the contract in the
 * link.
 */
function show(contracts: ReturnType<typeof contractOf>[], asked?: string) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(contractQueries.all().queryKey, { items: contracts } as never);
  const oregon = region('aws-us-west-2', 'Oregon');
  const tokyo = region('aws-ap-northeast-1', 'Tokyo');
  client.setQueryData(regionQueries.all('ct-first').queryKey, { items: [oregon, tokyo] } as never);
  client.setQueryData(regionQueries.all('ct-second').queryKey, { items: [tokyo] } as never);
  draw(client, Promise.resolve(asked));
}

const draw = (client: QueryClient, first: Promise<string | undefined>) =>
  renderWithRoutes(client, () => <CreateDatacloudPage first={first} onBack={vi.fn()} onCreated={vi.fn()} />);

const contract = page.getByRole('combobox', { name: 'Contract' });
const cloudRegion = page.getByRole('combobox', { name: 'Cloud region' });

it('chooses the contract in the link', async () => {
  show([contractOf('ct-first', 'One', true), contractOf('ct-second', 'Two', true)], 'ct-second');
  await expect.element(contract).toHaveValue('Two');
});

it.each([
  ['End', 'ct-second', 'No data cloud can be created in Two, which is not active.'],
  ['Active', 'ct-second', 'You may not create data clouds in Two: you need the role admin or dc_creator on it.'],
  ['Active', 'ct-third', 'The contract in the link is not one of yours.'],
])('shows why the link’s contract is impossible (%s, %s), and chooses no other', async (state, asked, why) => {
  show([{ ...contractOf('ct-second', 'Two', false), state }, contractOf('ct-first', 'One', true)], asked);
  await expect.element(page.getByText(why, { exact: false })).toBeVisible();
  await expect.element(contract).toHaveValue('');
  await userEvent.click(page.getByRole('button', { name: 'Create data cloud' }));
  await expect.element(contract).toHaveAccessibleDescription('Choose a contract');
  await userEvent.click(contract);
  await expect.element(page.getByRole('option', { name: 'Two' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: 'One' }));
  await expect.element(cloudRegion).toHaveValue('Oregon · aws-us-west-2');
});

it('shows no form to a reader who may not create one', async () => {
  show([contractOf('ct-first', 'One', false)]);
  await expect.element(page.getByText('You may not create data clouds')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

it('moves to the first region of a contract that is not served in the earlier one', async () => {
  show([contractOf('ct-first', 'One', true), contractOf('ct-second', 'Two', true)]);
  await expect.element(cloudRegion).toHaveValue('Oregon · aws-us-west-2');
  await userEvent.click(contract);
  await userEvent.click(page.getByRole('option', { name: 'Two' }));
  await expect.element(cloudRegion).toHaveValue('Tokyo · aws-ap-northeast-1');
});

it('says that no reply came, and keeps the entries', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  show([contractOf('ct-first', 'One', true)]);
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'warehouse_1');
  await userEvent.click(page.getByRole('button', { name: 'Create data cloud' }));
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('No reply from the server.');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('warehouse_1');
});

it('reserves the space of the form until its first contract is known', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.all().queryKey, { items: [contractOf('ct-first', 'One', true)] } as never);
  draw(client, new Promise(() => undefined));
  await expect.element(page.getByRole('heading', { name: 'Create data cloud' })).toBeVisible();
  await expect.poll(() => document.querySelector('[aria-busy="true"][data-shown]')?.clientHeight).toBeGreaterThan(200);
});

it('shows that the regions could not be loaded, and retries', async () => {
  const failed = { code: 500, reason: 'INTERNAL', message: 'Failed.', metadata: {}, requestId: 'req-1' };
  const regionsAsked = vi.fn(async () => Response.json(failed, { status: 500 }));
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    if (String(asked[0]).includes('/list-prices')) return Promise.resolve(Response.json({ items: [] }));
    return String(asked[0]).includes('/regions') ? regionsAsked() : fetch(...asked);
  });
  show([contractOf('ct-third', 'Three', true)]);
  await expect.element(page.getByText('The cloud regions could not be loaded')).toBeVisible();
  regionsAsked.mockImplementation(async () => Response.json({ items: [region('aws-eu-west-1', 'Ireland')] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(cloudRegion).toHaveValue('Ireland · aws-eu-west-1');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('shows the list prices of the chosen region and edition', async () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
    if (!String(given[0]).includes('/list-prices')) return fetch(...given);
    asked.push(String(given[0]));
    return Promise.resolve(Response.json({ items: [] }));
  });
  show([contractOf('ct-second', 'Two', true)]);
  await expect.element(page.getByRole('region', { name: 'List prices' })).toBeVisible();
  await expect
    .poll(() => asked)
    .toEqual(['/api/v1/contracts/ct-second/list-prices?edition=ENTERPRISE&regionID=aws-ap-northeast-1']);
});
