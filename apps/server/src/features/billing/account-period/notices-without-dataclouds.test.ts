import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { notifications } from '@usance/api/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { inChinese } from '../../contract/notification/notification.fixture.ts';
import { contractInItsYear } from './account-period.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(() => app.close());

/** A contract that owes 20 since 02-02T09:00, by default with a data cloud. */
async function latePayer({ withDatacloud = true } = {}) {
  const payer = await contractInItsYear(app);
  // A new member each time: sessions expire within the test.
  const person = () => member(app, payer.id, 'admin');
  const place = { regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  const body = { ...place, contractId: payer.id, name: `lake_${payer.year}` };
  if (withDatacloud) await (await person()).call(dataclouds.create, { body });
  await payer.sign('01', '20', '02-02T09:00:00Z');
  /** The newest title and text about the account, in English and Chinese. */
  const told = async () => {
    const reader = await person();
    const asked = { params: { id: payer.id }, query: {} };
    const inEnglish = await reader.call(notifications.list, asked);
    const translated = await reader.call(notifications.list, { ...asked, ...inChinese });
    return [inEnglish, translated].map(({ notifications: items }) => {
      const newest = items.find(({ notificationType }) => notificationType === 'account_period');
      return `${newest?.notificationTitle} | ${newest?.notificationText}`;
    });
  };
  const become = (state: 'End' | 'Renewed', successorId?: string) =>
    internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: payer.id, state, reason: 'as agreed', ...(successorId && { successorId }) },
    });
  return { ...payer, told, become };
}

const unpaid = 'What is owed has not been paid';

describe('members of a contract whose data clouds do not follow its account', () => {
  it('are told only of money once it is renewed, and nothing of services or data', async () => {
    const { until, told, become, deposit } = await latePayer();
    const { id: successorId } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await become('Renewed', successorId);
    await until('02-18T09:00:00Z');
    expect(await told()).toEqual([
      `${unpaid} | The account is in its suspension period. Please pay what is still owed.`,
      '欠款尚未结清 | 账户处于停服期，请结清欠款。',
    ]);
    await until('03-05T09:00:00Z');
    expect(await told()).toEqual([
      `${unpaid} | The account is in its backup period. Please pay what is still owed.`,
      '欠款尚未结清 | 账户处于备份期，请结清欠款。',
    ]);
    await deposit('20');
    expect(await told()).toEqual([
      'Your account is in good standing again | The amount owed has been paid.',
      '账户已恢复正常 | 欠款已结清。',
    ]);
  });

  it('of an ended contract are promised no running services, but told when its remaining data is deleted', async () => {
    const { at, until, told, become, deposit } = await latePayer();
    await become('End');
    await until('02-18T09:00:00Z');
    expect((await told())[0]).toBe(
      `${unpaid} | The account is in its suspension period. Please pay what is still owed.`,
    );
    await until('03-05T09:00:00Z');
    const day = at('04-04');
    expect(await told()).toEqual([
      `${unpaid} | The account is in its backup period. Please pay what is still owed. Data clouds that the contract still has will be deleted on ${day}.`,
      `欠款尚未结清 | 账户处于备份期，请结清欠款。合同下仍有的数据云将于 ${day} 删除。`,
    ]);
    await deposit('20');
    expect((await told())[0]).toBe('Your account is in good standing again | The amount owed has been paid.');
  });

  it('of a contract without a data cloud are told only of money, and before a suspension of its day', async () => {
    const { at, until, told } = await latePayer({ withDatacloud: false });
    await until('02-03T09:00:00Z');
    // It may get a data cloud by then.
    expect((await told())[0]).toContain(at('02-18'));
    await until('03-05T09:00:00Z');
    expect((await told())[0]).toBe(`${unpaid} | The account is in its backup period. Please pay what is still owed.`);
  });
});

describe('members whose data clouds follow within a minute', () => {
  it('are told what holds before and after the data clouds follow', async () => {
    const { at, until, told, deposit } = await latePayer();
    await until('02-18T09:00:00Z');
    const day = at('03-05');
    expect(await told()).toEqual([
      `Your account is suspended | Data clouds are paused while the account is suspended. Pay what is owed to have them run again. Your data will be archived on ${day}.`,
      `账户已停服 | 停服期间数据云暂停运行，结清欠款后即可恢复。数据将于 ${day} 归档。`,
    ]);
    await deposit('20');
    expect(await told()).toEqual([
      'Your account is in good standing again | The amount owed has been paid. Data clouds that were paused run again within a minute.',
      '账户已恢复正常 | 欠款已结清，已暂停的数据云将在一分钟内恢复运行。',
    ]);
  });
});
