import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AuditRecord } from '@usance/api/contract/audit-record';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { actorName } from './actor-name.ts';
import { AuditRecordPage } from './audit-record-page.tsx';
import { type AuditRecordSearch, auditRecordSearch } from './audit-record-search.ts';

const fetch = stubbedFetch();
const id = 'ct-aaaa';

/** The page, which keeps its search as the address would. */
function Stage({ first }: { first: AuditRecordSearch }) {
  const [search, setSearch] = useState(first);
  return (
    <AuditRecordPage contractId={id} search={search} onChange={(patch) => setSearch((now) => ({ ...now, ...patch }))} />
  );
}

function show({ canAdminister = true, search = {} }: { canAdminister?: boolean; search?: object } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const contract = { id, billingZone: 'UTC', currency: 'USD', permissions: { canAdminister } };
  client.setQueryData(contractQueries.detail(id).queryKey, contract as unknown as Contract);
  client.setQueryDefaults(contractQueries.detail(id).queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <Stage first={auditRecordSearch.parse(search)} />
    </QueryClientProvider>,
  );
}

const record = (given: Partial<AuditRecord> = {}): AuditRecord => ({
  id: '1',
  gmtTime: '2026-10-05T09:00:00.000Z',
  actor: { kind: 'account', name: 'ada@acme.example' },
  call: 'datacloud.create',
  address: '::ffff:192.0.2.7',
  changes: [{ of: 'datacloud', before: null, after: { name: 'sales' } }],
  things: [],
  ...given,
});
const pageOf = (items: AuditRecord[], totalSize = items.length) =>
  reply({ items, pageNum: 1, pageSize: 10, totalSize });
/** The query of the last request. */
const asked = () => Object.fromEntries(new URL(String(fetch.mock.lastCall?.[0]), 'http://x').searchParams);
const table = page.getByRole('table', { name: 'Audit trail' });

describe('the audit trail', () => {
  beforeEach(() => page.viewport(1280, 800));

  it('says who did what, from where, and what changed', async () => {
    fetch.mockImplementation(() => pageOf([record()]));
    show();
    for (const text of ['ada@acme.example', 'Created a data cloud', '192.0.2.7', 'Data cloud: new', 'sales'])
      await expect.element(table.getByText(text)).toBeVisible();
    await expect.element(table.getByText('::ffff')).not.toBeInTheDocument();
    expect(asked()).toEqual({ pageNum: '1', pageSize: '10' });
  });

  it.each([320, 720, 899])('shows all of a row on %d pixels, what changed below the rest', async (width) => {
    await page.viewport(width, 800);
    fetch.mockImplementation(() => pageOf([record()]));
    show();
    const [who, change] = [table.getByText('ada@acme.example'), table.getByText('sales')];
    await expect.element(change).toBeVisible();
    const boxOf = (place: typeof who) => place.element().getBoundingClientRect();
    expect(boxOf(change).top).toBeGreaterThanOrEqual(boxOf(who).bottom);
    expect(boxOf(change).right).toBeLessThanOrEqual(width);
    expect(document.querySelector('[data-overflows]')).toBeNull();
  });

  it('is busy until it comes', async () => {
    fetch.mockImplementation(() => new Promise(() => undefined));
    show();
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
  });

  it('asks by who once Enter is pressed, from the first page on, and takes it back', async () => {
    fetch.mockImplementation(() => pageOf([record()], 40));
    show({ search: { page: 3 } });
    await expect.element(table.getByText('sales')).toBeVisible();
    expect(asked()).toMatchObject({ pageNum: '3' });
    await userEvent.fill(page.getByLabelText('Who', { exact: true }), '  Ada ');
    expect(asked()).not.toHaveProperty('actor');
    await userEvent.keyboard('{Enter}');
    await expect.poll(asked).toEqual({ actor: 'Ada', pageNum: '1', pageSize: '10' });
    await userEvent.click(page.getByRole('button', { name: 'Clear Who' }));
    await expect.poll(() => page.getByLabelText('Who', { exact: true }).element()).toHaveProperty('value', '');
  });

  it('asks by what', async () => {
    fetch.mockImplementation(() => pageOf([record()]));
    show();
    await userEvent.click(page.getByLabelText('What', { exact: true }));
    await userEvent.click(page.getByRole('option', { name: 'Legal entity' }));
    await expect.poll(asked).toMatchObject({ call: 'kyc-info' });
  });

  it('takes a noun that this console does not know for none', async () => {
    fetch.mockImplementation(() => pageOf([record()]));
    show({ search: { what: 'moon' } });
    await expect.element(table.getByText('sales')).toBeVisible();
    expect(asked()).not.toHaveProperty('call');
    await expect.element(page.getByRole('button', { name: 'Clear What' })).not.toBeInTheDocument();
  });

  it('asks by the months of the contract’s zone', async () => {
    fetch.mockImplementation(() => pageOf([record()]));
    show({ search: { from: '2026-09', to: '2026-10' } });
    const [start, end] = [Date.UTC(2026, 8), Date.UTC(2026, 10)].map(String);
    await expect.poll(asked).toMatchObject({ start, end });
  });

  it('says when nothing was done, and offers to clear filters that leave nothing', async () => {
    fetch.mockImplementation(() => pageOf([]));
    show();
    await expect.element(page.getByText('No activity yet')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Who', { exact: true }), 'nobody');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.element(page.getByText('No activity yet')).toBeVisible();
  });

  it('says why it could not be loaded, and tries again', async () => {
    fetch.mockImplementationOnce(() => refusal(500, 'INTERNAL'));
    fetch.mockImplementation(() => pageOf([record()]));
    show();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(table.getByText('sales')).toBeVisible();
  });

  it('says to who is no admin that it is for admins, and asks for nothing', async () => {
    show({ canAdminister: false });
    await expect.element(page.getByText('The audit trail is for administrators')).toBeVisible();
    await expect.element(table).not.toBeInTheDocument();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('says so too when the role was lost a moment ago', async () => {
    fetch.mockImplementation(() => refusal(403, 'NO_PERMISSION', 'You may not.'));
    show();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  it('shows a call of a newer server by its id', async () => {
    fetch.mockImplementation(() => pageOf([record({ call: 'moon.land', address: '', changes: [] })]));
    show();
    await expect.element(table.getByText('moon.land')).toBeVisible();
  });

  it('keeps nothing of an address that means nothing', () => {
    const read = auditRecordSearch.parse({ page: -1, size: 7, who: '', what: 'Moon!', from: '2026-13', to: 7 });
    expect(read).toEqual(auditRecordSearch.parse({}));
  });
});

it.each([
  [{ kind: 'account', name: 'ada@acme.example' }, 'ada@acme.example'],
  [{ kind: 'operator', name: 'op@usance.dev', onBehalfOf: 'ada@acme.example' }, 'op@usance.dev for ada@acme.example'],
  [{ kind: 'operator', name: 'op@usance.dev' }, 'op@usance.dev'],
  [{ kind: 'token', name: 'metering' }, 'Platform: metering'],
  [{ kind: 'token', name: '' }, 'Platform'],
  [{ kind: 'platform', name: '' }, 'Platform (automatic)'],
] as const)('calls %o by name', (actor, name) => expect(actorName(actor)).toBe(name));
