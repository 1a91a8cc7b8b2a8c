import { QueryClient } from '@tanstack/react-query';
import type { Identity } from '@usance/api/people/account';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { Messages } from '../../ui/feedback/message/messages.tsx';
import { accountQueries } from '../account/account.queries.ts';
import { aContract } from './contract.fixture.ts';
import { contractQueries } from './contract.queries.ts';
import { CreateContractButton } from './create-contract-button.tsx';

const fetch = stubbedFetch();
const identity: Identity = {
  id: `acc-${'n'.repeat(20)}`,
  identifier: 'noor@usance.dev',
  traits: { fullName: 'Noor Haddad', company: 'Haddad Labs' },
};
const none = { items: [], pageNum: 1, pageSize: 10, totalSize: 0 };
const voucher = {
  id: `aiv-${'a'.repeat(20)}`,
  denomination: '200',
  denominationFormatted: '$200.00',
  currency: 'USD',
  validDays: 30,
  gmtCreated: '2026-10-15T12:00:00.000Z',
};
const made = aContract({ tags: 'Labs' });
let waiting: object;
let create: () => Promise<Response>;
const onCreated = vi.fn();

beforeEach(() => {
  waiting = none;
  create = () => reply(made);
  onCreated.mockReset();
  fetch.mockImplementation((url, { method = 'GET' } = {}) =>
    method === 'POST' ? create() : String(url).includes('account-init-vouchers') ? reply(waiting) : reply(none),
  );
});

const sent = () => fetch.mock.calls.filter(([, init]) => init?.method === 'POST');
const bodies = () => sent().map(([, init]) => JSON.parse(String(init?.body)));
const name = page.getByRole('textbox', { name: 'Contract name' });
const confirm = page.getByRole('dialog').getByRole('button', { name: 'Create contract' });

async function open() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountQueries.whoami().queryKey, identity);
  client.setQueryData(contractQueries.all().queryKey, none as never);
  renderWithRoutes(client, () => (
    <>
      <CreateContractButton onCreated={onCreated} />
      <Messages />
    </>
  ));
  await userEvent.click(page.getByRole('button', { name: 'Create contract' }));
  await expect.element(name).toHaveFocus();
  return client;
}

it('asks for the name only, and adds the reader’s details', async () => {
  const client = await open();
  expect(page.getByRole('dialog').getByRole('textbox').elements()).toHaveLength(1);
  await userEvent.fill(name, '  Labs ');
  await userEvent.click(confirm);
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(made));
  expect(bodies()).toEqual([
    {
      ...{ tags: 'Labs', name: 'Labs', serviceType: 'saas', creatorID: identity.id },
      signDate: expect.stringMatching(/^\d{4}-/),
      buyer: { contactEmail: 'noor@usance.dev', contactPerson: 'Noor Haddad', enterpriseName: 'Haddad Labs' },
    },
  ]);
  await expect.element(page.getByText('Contract created successfully')).toBeVisible();
  expect(client.getQueryData(contractQueries.detail(made.id).queryKey)).toEqual(made);
});

it('shows the included voucher with its amount and validity', async () => {
  waiting = { ...none, items: [voucher], totalSize: 1 };
  await open();
  const included = page.getByRole('list', { name: 'Included voucher' });
  await expect.element(included).toMatchTextContent(/\$200\.00/);
  await expect.element(included).toMatchTextContent(/30 days/);
});

it('creates a contract even if the vouchers cannot be loaded', async () => {
  fetch.mockImplementation((_, { method = 'GET' } = {}) =>
    method === 'POST' ? create() : refusal(500, 'INTERNAL_ERROR'),
  );
  await open();
  await userEvent.fill(name, 'Labs');
  await userEvent.click(confirm);
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
});

it.each(['', '   '])('treats the name «%s» as missing, and sends nothing', async (typed) => {
  await open();
  await userEvent.fill(name, typed);
  await userEvent.click(confirm);
  await expect.element(name).toHaveAccessibleDescription(/Must not be empty/);
  expect(sent()).toHaveLength(0);
});

it('shows the failure, and retries with the same request', async () => {
  create = () => Promise.reject(new TypeError('Failed to fetch'));
  await open();
  await userEvent.fill(name, 'Labs');
  await userEvent.click(confirm);
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/Failed to create contract/);
  await expect.element(alert).toMatchTextContent(/No reply from the server\./);
  create = () => reply(made);
  await userEvent.click(confirm);
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  const [first, again] = sent().map(([, init]) => [init?.body, new Headers(init?.headers).get('idempotency-key')]);
  expect(again).toEqual(first);
});

it('returns the focus to its button when opened by the keyboard', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Create contract' })).toHaveFocus();
});
