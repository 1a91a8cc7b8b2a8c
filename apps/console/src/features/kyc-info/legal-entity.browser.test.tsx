import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { KycInfo } from '@usance/api/contract/kyc-info';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { Messages } from '../../ui/feedback/message/messages.tsx';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { LegalEntity } from './legal-entity.tsx';

const fetch = stubbedFetch();
const { id, permissions } = aContract();
const enterprise: KycInfo = {
  contractId: id,
  buyerType: 'E',
  tags: 'Northwind',
  enterpriseName: 'Northwind Retail Ltd',
  enterpriseSocialId: '91310115MA1K4TXT99',
  enterpriseLegalName: 'Ada Marlowe',
  enterpriseLegalSocialId: '11010519491231002X',
  contactPerson: 'Felix Okoro',
  address: '1 Harbour Road',
  contactPhone: '13800138000',
  contactEmail: 'felix@northwind.example',
  isComplete: true,
  isPlausible: true,
};
const person: KycInfo = { contractId: id, buyerType: 'P', tags: 'Weather', isComplete: false, isPlausible: true };

let told: () => Promise<Response>;
let saved: () => Promise<Response>;
beforeEach(() => {
  told = () => reply(enterprise);
  saved = () => reply(enterprise);
  fetch.mockImplementation((url, { method = 'GET' } = {}) =>
    method === 'PUT' ? saved() : String(url).endsWith('/kyc-info') ? told() : reply(aContract()),
  );
});

function show(said: Partial<Contract> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  client.setQueryData(contractQueries.detail(id).queryKey, aContract(said));
  renderWithRoutes(client, () => (
    <>
      <LegalEntity contractId={id} />
      <Messages />
    </>
  ));
}

const dialog = page.getByRole('dialog');
const box = (name: string) => dialog.getByRole('textbox', { name });
const save = dialog.getByRole('button', { name: 'Save' });
const sent = () =>
  fetch.mock.calls.filter(([, init]) => init?.method === 'PUT').map(([, init]) => JSON.parse(String(init?.body)));
async function edit() {
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await expect.element(box('Contract name')).toHaveFocus();
}

describe('legal entity information', () => {
  it('that loads slowly shows a placeholder', async () => {
    told = () => new Promise(() => undefined);
    show();
    const onItsWay = () => document.querySelectorAll('[aria-busy="true"][data-shown]').length;
    await expect.poll(onItsWay).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Edit' }));
    await expect.poll(onItsWay).toBe(2);
  });

  it('is shown unchanged, with a masked number, to readers who may not change it', async () => {
    told = () => reply({ ...enterprise, enterpriseLegalSocialId: '**************002X' });
    show({ ...(permissions && { permissions: { ...permissions, canManageBilling: false } }) });
    await expect.element(page.getByText('**************002X')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('shows the missing fields', async () => {
    told = () => reply(person);
    show({ buyerType: 'P' });
    await expect.element(page.getByText(/Not complete yet/)).toBeVisible();
    await expect.element(page.getByText('Not provided').first()).toBeVisible();
  });

  it('shows that it could not be loaded, and retries', async () => {
    told = () => refusal(500, 'INTERNAL_ERROR');
    show();
    await expect.element(page.getByText('Failed to get KYC information')).toBeVisible();
    told = () => reply(enterprise);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('1 Harbour Road')).toBeVisible();
  });

  it('warns about a wrong check digit, but accepts it', async () => {
    told = () => reply({ ...enterprise, enterpriseSocialId: 'HRB123456', isPlausible: false });
    show();
    await expect.element(page.getByText(/The check digit does not match/)).toBeVisible();
    await edit();
    await expect.element(box('Social ID')).toHaveAccessibleDescription(/The check digit does not match/);
    await userEvent.click(save);
    await vi.waitFor(() => expect(sent()[0]).toMatchObject({ enterpriseSocialId: 'HRB123456' }));
  });
});

describe('the form of an enterprise', () => {
  it('keeps the kind of buyer, and sends all fields', async () => {
    show();
    await edit();
    await expect.element(box('Buyer type')).toBeDisabled();
    await userEvent.fill(box('Contact person'), 'Ines Duarte');
    await userEvent.click(save);
    await expect.element(page.getByText('KYC information updated successfully')).toBeVisible();
    const { contractId: _, isComplete: _complete, isPlausible: _plausible, ...rest } = enterprise;
    expect(sent()).toEqual([{ ...rest, contactPerson: 'Ines Duarte' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('marks invalid fields only at the fields, and sends nothing', async () => {
    told = () => reply({ ...enterprise, enterpriseName: '', contactPhone: '12345' });
    show();
    await edit();
    await userEvent.click(save);
    await expect.element(box('Legal entity name')).toHaveFocus();
    await expect.element(box('Legal entity name')).toHaveAccessibleDescription('Must not be empty');
    await expect.element(box('Contact phone')).toHaveAccessibleDescription('Please enter a validate phone');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it('shows that it was not saved, and keeps the entries', async () => {
    saved = () => refusal(500, 'INTERNAL_ERROR');
    show();
    await edit();
    await userEvent.fill(box('Contact person'), 'Ines Duarte');
    await userEvent.click(save);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/Save failed, please check input or try again later/);
    await expect.element(box('Contact person')).toHaveValue('Ines Duarte');
  });

  it('begins with fresh data, not with the page’s earlier data', async () => {
    show();
    await expect.element(page.getByText('Felix Okoro')).toBeVisible();
    told = () => reply({ ...enterprise, contactPerson: 'Grace' });
    await edit();
    await expect.element(box('Contact person')).toHaveValue('Grace');
  });
});

describe('the form of a person', () => {
  it('has other fields, with an identity of 18 letters and digits', async () => {
    told = () => reply(person);
    show({ buyerType: 'P' });
    await edit();
    await expect.element(box('Legal entity name')).not.toBeInTheDocument();
    await userEvent.fill(box('Full name'), '韩梅梅');
    await userEvent.fill(box('Identity ID'), '1101051949');
    await userEvent.fill(box('Address'), '1 Harbour Road');
    await userEvent.fill(box('Contact phone'), '13800138000');
    await userEvent.fill(box('Contact email'), 'han@example.com');
    await userEvent.click(save);
    await expect.element(box('Identity ID')).toHaveAccessibleDescription('Must have exactly 18 letters and digits');
    await userEvent.fill(box('Identity ID'), '11010519491231002X');
    await userEvent.click(save);
    await vi.waitFor(() =>
      expect(sent()).toEqual([
        {
          ...{ buyerType: 'P', tags: 'Weather', citizenName: '韩梅梅', citizenSocialId: '11010519491231002X' },
          ...{ address: '1 Harbour Road', contactPhone: '13800138000', contactEmail: 'han@example.com' },
        },
      ]),
    );
  });

  it('returns the focus to the button that opened it', async () => {
    show();
    await edit();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus();
  });
});
