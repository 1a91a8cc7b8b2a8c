import { auditRecords } from '@usance/api/contract/audit-record';
import { callAs } from '../support/calls.ts';
import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('the audit trail of an offer shows each side: sales created and approved it, the buyer only answered', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  const { items } = await callAs(page.request, auditRecords.list, {
    params: { id },
    query: { call: 'private-offer', pageSize: 100 },
  });
  const of = (call: string) => items.filter((record) => record.call === call);
  expect(of('private-offer.respond').map(({ actor }) => actor.kind)).toEqual(['account', 'account', 'account']);
  for (const { changes } of of('private-offer.respond'))
    expect(changes.map((change) => change.before?.['state'] ?? 'pending_acceptance')).not.toContain('draft');
  for (const call of ['private-offer.create', 'private-offer.submit', 'private-offer.approve'])
    expect(new Set(of(call).map(({ actor }) => actor.name))).toEqual(new Set(['Sales']));
});
