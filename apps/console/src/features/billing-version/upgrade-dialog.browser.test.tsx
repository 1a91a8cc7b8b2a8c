import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const fetch = stubbedFetch();

const contractOf = (id: string, tags: string, canAdminister = true) =>
  ({ id, tags, nextBillingVersion: 'v2', permissions: { canAdminister } }) as Contract;
const upgraded = {
  id: 'cbv-aaaaaaaa',
  contractId: 'ct-bbbb',
  billingVersion: 'v2',
  effectiveFrom: '2026-12-01T00:00:00Z',
  creator: 'ada@example.com',
  gmtCreated: '2026-11-23T00:00:00Z',
};
const onClose = vi.fn();
const show = (contracts: Contract[], chosen?: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UpgradeDialog contracts={contracts} chosen={chosen} onClose={onClose} />
    </QueryClientProvider>,
  );

const contract = page.getByRole('combobox', { name: 'Contract' });
const agree = page.getByRole('checkbox', { name: 'I agree to the version upgrade policy' });
const confirm = page.getByRole('button', { name: 'Upgrade', exact: true });

it('requires a contract and the agreement before sending', async () => {
  fetch.mockReturnValue(reply(upgraded));
  show([contractOf('ct-aaaa', 'One'), contractOf('ct-bbbb', 'Two')]);
  await userEvent.click(confirm);
  await expect.element(page.getByText('Please agree to the version upgrade policy')).toBeVisible();
  await expect.element(page.getByText('Please choose a contract', { exact: true }).first()).toBeVisible();
  await userEvent.click(agree);
  await userEvent.click(confirm);
  expect(fetch).not.toHaveBeenCalled();
});

it('switches the chosen contract to its next version', async () => {
  fetch.mockReturnValue(reply(upgraded));
  show([contractOf('ct-aaaa', 'One'), contractOf('ct-bbbb', 'Two')], 'ct-bbbb');
  await expect.element(contract).toHaveValue('Two');
  await expect.element(page.getByText('The next billing version is v2.')).toBeVisible();
  await userEvent.click(agree);
  await userEvent.click(confirm);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const [url, asked] = fetch.mock.calls[0] ?? [];
  expect(String(url)).toContain('/api/v1/contracts/ct-bbbb/contract-billing-versions');
  expect(asked?.body).toBe('{"billingVersion":"v2"}');
});

it('offers only contracts that the reader administers, and says so', async () => {
  show([contractOf('ct-aaaa', 'Mine'), contractOf('ct-bbbb', 'Theirs', false)]);
  await expect.element(contract).toHaveValue('Mine');
  await expect.element(page.getByText('Only an admin of a contract can upgrade it.')).toBeVisible();
  await userEvent.click(contract);
  await expect.element(page.getByRole('option', { name: 'Theirs' })).not.toBeInTheDocument();
});

it('shows why the server refused, and stays open', async () => {
  onClose.mockClear();
  fetch.mockReturnValue(refusal(409, 'BILLING_VERSION_CONFLICT'));
  show([contractOf('ct-aaaa', 'One')]);
  await userEvent.click(agree);
  await userEvent.click(confirm);
  await expect.element(page.getByText('This contract cannot move to that billing version.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ['a contract that was chosen', [contract, page.getByRole('option', { name: 'Two' })]],
  ['an agreement', [agree]],
])('asks before Esc drops %s', async (_entered, presses) => {
  onClose.mockClear();
  show([contractOf('ct-aaaa', 'One'), contractOf('ct-bbbb', 'Two')]);
  for (const press of presses) await userEvent.click(press);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
