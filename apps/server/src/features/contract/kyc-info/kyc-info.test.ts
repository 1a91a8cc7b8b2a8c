import type { CallBody, InternalScope } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { contractBuyers } from '@usance/api/contract/contract-buyer';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { tokens } from '@usance/api/people/token';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller, tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { isCreditCode } from './credit-code.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const enterprise: CallBody<typeof kycInfos.update> = {
  buyerType: 'E',
  enterpriseName: 'Acme Ltd',
  enterpriseSocialId: '91310115MA1K4TXT99',
  enterpriseLegalName: '李雷',
  enterpriseLegalSocialId: '11010519491231002X',
  contactPerson: 'Ada',
  address: '1 Harbour Road',
  contactPhone: '13800138000',
  contactEmail: 'ada@acme.example',
};
const citizen: CallBody<typeof kycInfos.update> = {
  buyerType: 'P',
  citizenName: '韩梅梅',
  citizenSocialId: '11010519491231002X',
  address: '1 Harbour Road',
  contactPhone: '13800138000',
  contactEmail: 'han@example.com',
};
const params = (id: string) => ({ params: { id } });

describe('legal entity information', () => {
  it('is the last one set, and names the buyer on future statements', async () => {
    const { id } = await contract(app, { buyerName: 'Acme' });
    const admin = await member(app, id, 'admin');
    expect(await admin.call(kycInfos.get, params(id))).toMatchObject({ isComplete: false, tags: 'Acme' });
    const told = await admin.call(kycInfos.update, { ...params(id), body: { ...enterprise, tags: 'Acme East' } });
    expect(told).toMatchObject({ ...enterprise, tags: 'Acme East', isComplete: true, isPlausible: true });
    expect(await admin.call(kycInfos.get, params(id))).toEqual(told);
    expect(await admin.call(contracts.get, params(id))).toMatchObject({ tags: 'Acme East', buyerName: 'Acme Ltd' });
    await admin.call(kycInfos.update, { ...params(id), body: { ...enterprise, contactPerson: 'Grace' } });
    expect(await admin.call(kycInfos.get, params(id))).toMatchObject({ contactPerson: 'Grace', tags: 'Acme East' });
  });

  it('of a person has other fields', async () => {
    const { id } = await contract(app, { buyerType: 'P' });
    const billing = await member(app, id, 'billing_admin');
    await billing.call(kycInfos.update, { ...params(id), body: citizen });
    expect(await billing.call(kycInfos.get, params(id))).toMatchObject({ ...citizen, isComplete: true });
    expect(await billing.call(contractBuyers.get, params(id))).toEqual({
      citizen: {
        name: '韩梅梅',
        socialID: '11010519491231002X',
        address: '1 Harbour Road',
        contactPhone: '13800138000',
        contactEmail: 'han@example.com',
      },
    });
  });

  it('shows only the end of a person’s number to those who may not change it', async () => {
    const { id } = await contract(app);
    await internalCaller(app).call(kycInfos.update, { ...params(id), body: enterprise });
    const viewer = await member(app, id, 'viewer');
    const seen = await viewer.call(kycInfos.get, params(id));
    expect(seen).toMatchObject({ enterpriseLegalSocialId: '**************002X', isComplete: true, isPlausible: true });
    const { enterprise: buyer } = await viewer.call(contractBuyers.get, params(id));
    expect(buyer).toMatchObject({ name: 'Acme Ltd', juridicalPersonSocialID: '**************002X' });
    expect(await viewer.refusal(kycInfos.update, { ...params(id), body: enterprise })).toMatchObject({ code: 403 });
  });

  it('shows only that to a read-only token, and all to one that may change it', async () => {
    const { id } = await contract(app);
    const internal = internalCaller(app);
    await internal.call(kycInfos.update, { ...params(id), body: enterprise });
    const seenBy = async (scope: 'read' | 'contract.write') => {
      const scopes: InternalScope[] = ['read', ...(scope === 'read' ? [] : [scope])];
      const { token } = await internal.call(tokens.create, { body: { name: scope, scopes } });
      const caller = tokenCaller(app, token);
      return (await caller.call(kycInfos.get, params(id))).enterpriseLegalSocialId;
    };
    expect(await seenBy('read')).toBe('**************002X');
    expect(await seenBy('contract.write')).toBe('11010519491231002X');
  });

  it('keeps a person’s number out of the database in clear, and out of the audit', async () => {
    const { id } = await contract(app);
    await internalCaller(app).call(kycInfos.update, { ...params(id), body: enterprise });
    const rows = [
      await app.deps.db.selectFrom('kyc_info').selectAll().execute(),
      await app.deps.db.selectFrom('audit').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).toContain('Acme Ltd');
    expect(JSON.stringify(rows)).not.toContain('11010519491231002X');
  });

  it('is not visible to other contracts', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    for (const call of [kycInfos.get, contractBuyers.get])
      expect(await stranger.refusal(call, params(id))).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });

  it.each([
    ['buyerType', { ...citizen }, "Must match the contract's buyer type"],
    ['enterpriseName', { ...enterprise, enterpriseName: '' }, 'Must not be empty'],
    ['enterpriseSocialId', { ...enterprise, enterpriseSocialId: '9131-01' }, 'Must contain only letters and digits'],
    ['enterpriseLegalSocialId', { ...enterprise, enterpriseLegalSocialId: '' }, 'Must not be empty'],
    ['contactPhone', { ...enterprise, contactPhone: '12800138000' }, 'Please enter a validate phone'],
    ['contactEmail', { ...enterprise, contactEmail: 'ada' }, 'The email is invalid'],
    ['citizenName', { ...enterprise, citizenName: 'Ada' }, 'citizenName is not a known parameter.'],
  ])('with a wrong %s is refused', async (field, body, message) => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const refusal = await admin.refusal(kycInfos.update, { ...params(id), body });
    expect(refusal).toMatchObject({ code: 400, metadata: { field }, message });
    expect(await admin.call(kycInfos.get, params(id))).toMatchObject({ isComplete: false });
  });

  it('leaves a person’s number nowhere in clear, even with an Idempotency-Key', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const key = { idempotencyKey: 'one-intent' };
    await admin.call(kycInfos.update, { ...params(id), body: enterprise, ...key });
    await internalCaller(app).call(kycInfos.update, { ...params(id), body: enterprise, ...key });
    const { rows } = await sql<{ kept: string }>`
      select reply::text as kept from idempotency_key where scope like '% %kyc-info.update'`.execute(app.deps.db);
    expect(rows).toEqual([]);
  });

  it('with an implausible social code is stored, with a hint', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const body = { ...enterprise, enterpriseSocialId: 'HRB123456' };
    expect(await admin.call(kycInfos.update, { ...params(id), body })).toMatchObject({ isPlausible: false });
  });
});

it.each([
  ['91512081MA62K0260E', true],
  ['91350100M000100Y43', true],
  ['91330106673959654P', true],
  ['914403001922038216', true],
  ['91310115ma1k4txt99', true],
  ['91512081MA62K0260F', false],
  ['91512081MA62K0260', false],
  ['91512081IA62K0260E', false],
])('the check digit of %s fits: %s', (code, fits) => {
  expect(isCreditCode(code)).toBe(fits);
});
