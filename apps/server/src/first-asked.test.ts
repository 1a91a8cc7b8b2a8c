import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableBalances } from '@usance/api/billing/available-balance';
import { bank, newestCash } from '@usance/api/billing/bank';
import { allBudgets, budgets } from '@usance/api/billing/budget';
import { largestProducts, purchases } from '@usance/api/billing/purchase';
import { newestStatements, recentStatements, statements } from '@usance/api/billing/statement';
import { contracts, contractTiles } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { dataclouds, datacloudTiles } from '@usance/api/contract/datacloud';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { regions } from '@usance/api/contract/region';
import type { Role } from '@usance/api/contract/role';
import { frozens, newestHolds } from '@usance/api/money/hold';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import { privateOffers, waitingOffers } from '@usance/api/sale/private-offer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, signed } from './features/billing/statement/statement.fixture.ts';
import { grantRole } from './features/contract/role/grant-role.ts';
import { nextAskedAt } from './first-asked.ts';

const dist = mkdtempSync(join(tmpdir(), 'usance-dist-'));
writeFileSync(join(dist, 'index.html'), '__BOOT__');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-07T00:05:00Z',
    console: { dist, boot: { variant: 'hosted', version: '1' } },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

// Only fake time passes, so that no reply is too late for its page.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const whoami = urlOf(accounts.whoami);
const allContracts = urlOf(contracts.list, contractTiles);
const alsoGrant = ({ accountId }: { accountId: string }, id: string, role: Role) =>
  app.deps.db.transaction().execute((tx) => grantRole(tx, { contractId: id, accountId, role }, app.clock.now()));
const repliesIn = (page: { body: string }) => JSON.parse(page.body).replies;

it('a billing center page brings its contract and available balance, and a statement page its statement', async () => {
  const acme = await contract(app);
  const ada = await member(app, acme.id, 'billing_viewer');
  const { id: statementID } = await signed(app, { contractId: acme.id, month: '2026-09', lines: [costing('5')] });
  const params = { id: acme.id };
  const replies = repliesIn(await ada.raw({ url: `/billing-center/${acme.id}/statements/${statementID}?page=2` }));
  const asked = { get: urlOf(contracts.get, { params }), balance: urlOf(availableBalances.get, { params }) };
  const statement = urlOf(statements.get, { params: { ...params, statementID } });
  expect(Object.keys(replies)).toEqual(expect.arrayContaining([asked.get, asked.balance, statement]));
  expect(replies[asked.get].body).toEqual(await ada.call(contracts.get, { params }));
  expect(replies[statement].body).toEqual(await ada.call(statements.get, { params: { ...params, statementID } }));
  const overview = repliesIn(await ada.raw({ url: `/contracts/${acme.id}/overview` }));
  const legalEntity = urlOf(kycInfos.get, { params });
  expect(new Set(Object.keys(overview))).toEqual(new Set([whoami, allContracts, asked.get, legalEntity]));
});

it('the roles of a contract come with their pages', async () => {
  const { id } = await contract(app);
  const ada = await member(app, id, 'billing_viewer');
  const list = urlOf(contractRoles.list, { params: { id } });
  for (const place of [`contracts/${id}/access-control`, `billing-center/${id}/access-control/billing_viewer`])
    expect(repliesIn(await ada.raw({ url: `/${place}` }))[list].body).toEqual(
      await ada.call(contractRoles.list, { params: { id }, query: {} }),
    );
});

it('the lists of the billing center come with their page', async () => {
  const acme = await contract(app);
  const ada = await member(app, acme.id, 'billing_viewer');
  await signed(app, { contractId: acme.id, month: '2026-09', lines: [costing('5')] });
  const params = { id: acme.id };
  const broughtBy = async (place: string) => repliesIn(await ada.raw({ url: `/billing-center/${acme.id}/${place}` }));
  const listed = await ada.call(statements.list, { params, ...newestStatements });
  expect(listed.items).toHaveLength(1);
  expect((await broughtBy('statements'))[urlOf(statements.list, { params, ...newestStatements })].body).toEqual(listed);
  expect(await broughtBy('income-expense')).toMatchObject({
    [urlOf(bank.summary, { params })]: { status: 200 },
    [urlOf(bank.details, { params, ...newestCash })]: { status: 200 },
    [urlOf(frozens.details, { params, ...newestHolds })]: { status: 200 },
  });
});

it('a page brings only replies that its reader may see, and skips malformed ids', async () => {
  const acme = await contract(app);
  const [stranger, builder] = [await person(app), await member(app, acme.id, 'dc_creator')];
  const page = `/billing-center/${acme.id}/income-expense`;
  const usual = new Set([whoami, allContracts]);
  const keysOn = async (url: string) => new Set(Object.keys(repliesIn(await stranger.raw({ url }))));
  expect(await keysOn(page)).toEqual(usual);
  expect(repliesIn(await builder.raw({ url: page }))).not.toHaveProperty([
    urlOf(availableBalances.get, { params: { id: acme.id } }),
  ]);
  for (const url of ['/billing-center/..%2Fcontracts/statements', '/contracts/ct-', '/billing-center'])
    expect(await keysOn(url)).toEqual(usual);
});

it('the data clouds page brings the data clouds that its reader may see', async () => {
  const acme = await contract(app);
  const ada = await member(app, acme.id, 'viewer');
  const replies = repliesIn(await ada.raw({ url: '/dataclouds?view=table' }));
  expect(replies[urlOf(dataclouds.list, datacloudTiles)]).toEqual({
    status: 200,
    body: await ada.call(dataclouds.list, datacloudTiles),
  });
});

const stripOf = (id: string) => ({
  statements: urlOf(statements.list, { params: { id }, ...recentStatements }),
  offers: urlOf(privateOffers.list, { params: { id }, ...waitingOffers }),
  budgets: urlOf(budgets.list, { params: { id }, ...allBudgets }),
});

it('data clouds and billing overview bring what needs their reader, of the contracts whose bills they may see', async () => {
  const [acme, other] = [await contract(app), await contract(app)];
  const ada = await member(app, acme.id, 'admin');
  await alsoGrant(ada, other.id, 'viewer');
  const [told, untold] = [stripOf(acme.id), stripOf(other.id)];
  const balance = urlOf(availableBalances.get, { params: { id: acme.id } });
  const home = repliesIn(await ada.raw({ url: '/dataclouds' }));
  expect(Object.keys(home)).toEqual(expect.arrayContaining([balance, ...Object.values(told)]));
  for (const url of Object.values(untold)) expect(home).not.toHaveProperty([url]);
  const overview = repliesIn(await ada.raw({ url: `/billing-center/${acme.id}/income-expense` }));
  expect(Object.keys(overview)).toEqual(expect.arrayContaining(Object.values(told)));
});

describe('the form of a data cloud', () => {
  const regionsOf = (contractID: string) => urlOf(regions.list, { query: { contractID } });
  const balanceOf = (id: string) => urlOf(availableBalances.get, { params: { id } });

  it('comes with the regions of the one contract in which its reader may create it', async () => {
    const [acme, other] = [await contract(app), await contract(app)];
    const bob = await member(app, acme.id, 'dc_creator');
    await alsoGrant(bob, other.id, 'viewer');
    const replies = repliesIn(await bob.raw({ url: '/create-datacloud' }));
    expect(replies[regionsOf(acme.id)].body).toEqual(await bob.call(regions.list, { query: { contractID: acme.id } }));
    expect(new Set(Object.keys(replies))).toEqual(new Set([whoami, allContracts, regionsOf(acme.id)]));
  });

  it('comes with the balances of several contracts, too, which decide with which it opens', async () => {
    const [acme, other] = [await contract(app), await contract(app)];
    const ada = await member(app, acme.id, 'admin');
    await alsoGrant(ada, other.id, 'admin');
    const replies = repliesIn(await ada.raw({ url: '/create-datacloud' }));
    const told = [acme, other].flatMap(({ id }) => [balanceOf(id), regionsOf(id)]);
    expect(new Set(Object.keys(replies))).toEqual(new Set([whoami, allContracts, ...told]));
  });

  it('comes with no more than four of many contracts, and no balance that its reader may not see', async () => {
    const acme = await contract(app);
    const ada = await member(app, acme.id, 'admin');
    const listed = await ada.call(contracts.list, contractTiles);
    const items = [2, 3, 4, 5, 6].map((nth) => ({
      ...listed.items[0],
      id: `ct-number${nth}`,
      permissions: { ...listed.items[0]?.permissions, canReadBilling: nth !== 3 },
    }));
    const told = { [allContracts]: { status: 200, body: { ...listed, items } } };
    const form = { path: '/create-datacloud', hasQuery: false };
    const four = items
      .slice(0, 4)
      .flatMap(({ id, permissions }) => [...(permissions.canReadBilling ? [balanceOf(id)] : []), regionsOf(id)]);
    expect(nextAskedAt(form, told, app.clock.now())).toEqual([four]);
  });

  it('asks itself for the contract that its address names', async () => {
    const acme = await contract(app);
    const ada = await member(app, acme.id, 'admin');
    const replies = repliesIn(await ada.raw({ url: `/create-datacloud?contract=${acme.id}` }));
    expect(new Set(Object.keys(replies))).toEqual(new Set([whoami, allContracts]));
  });
});

describe('cost analysis', () => {
  const opened = async (commencingOn: string, hasQuery = false) => {
    const { id } = await contract(app, { signDate: commencingOn });
    const params = { id };
    const ada = await member(app, id, 'admin');
    const told = {
      [urlOf(contracts.get, { params })]: { status: 200, body: await ada.call(contracts.get, { params }) },
      [urlOf(purchases.freshness, { params })]: {
        status: 200,
        body: { asOf: '2026-10-07T00:05:00Z', usageThrough: null },
      },
    };
    const daily = (start: string, end: string) =>
      urlOf(purchases.dailyAcc, {
        params,
        query: { start: Date.parse(start), end: Date.parse(end), includeZeroAmount: true },
      });
    const groups = (start: string, end: string, former: { formerStart?: number; formerEnd?: number }) =>
      urlOf(purchases.groups, {
        params,
        query: {
          ...{ start: Date.parse(start), end: Date.parse(end), includeZeroAmount: true },
          ...former,
          ...largestProducts,
        },
      });
    const page = { path: `/billing-center/${id}/cost-analysis`, hasQuery };
    return { asked: nextAskedAt(page, told, app.clock.now()), daily, groups };
  };

  it('brings the amounts of this month and of the one before', async () => {
    const { asked, daily, groups } = await opened('2026-08-01T00:00:00Z');
    const former = {
      formerStart: Date.parse('2026-09-01T00:00:00Z'),
      formerEnd: Date.parse('2026-10-01T00:00:00Z'),
    };
    expect(asked).toEqual([
      [
        groups('2026-10-01T00:00:00Z', '2026-10-07T01:00:00Z', former),
        daily('2026-10-01T00:00:00Z', '2026-10-07T01:00:00Z'),
        daily('2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z'),
      ],
    ]);
  });

  it('has no month before the contract', async () => {
    const { asked, daily, groups } = await opened('2026-09-20T00:00:00Z');
    const [start, end] = ['2026-10-01T00:00:00Z', '2026-10-07T01:00:00Z'];
    expect(asked).toEqual([[groups(start, end, {}), daily(start, end)]]);
  });

  it('asks for other figures itself', async () => {
    expect((await opened('2026-08-01T00:00:00Z', true)).asked).toEqual([]);
  });
});
