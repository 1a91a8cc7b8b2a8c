import { readdirSync } from 'node:fs';
import { type Call, operationId } from '@usance/api/call';
import { auditRecords, ownActs } from '@usance/api/contract/audit-record';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { auditedNouns } from './audited-nouns.ts';
import { callName } from './call-words.ts';

const chinese = /\p{Script=Han}/u;
afterEach(() => setLocale('en'));

/** Writes, by id or noun, that name no contract and yet change or make one. */
const changesWithoutNaming = [
  'contract.create',
  'contract-blacklist',
  'contract-lifecycle',
  'datacloud.delete',
  'datacloud.report-event',
  'feature-gate',
  'focus',
];

describe('the words of what was done', () => {
  it('cover every call that names a contract, or changes one, whoever makes it', async () => {
    const ids = (await audited()).flatMap((call) => [operationId(call, 'customer'), operationId(call, 'internal')]);
    expect(ids).toContain('internal.kyc-info.update');
    expect(ids.filter((id) => callName(id) === id)).toEqual([]);
    setLocale('zh');
    expect(ids.filter((id) => !chinese.test(callName(id)))).toEqual([]);
  });

  it('cover what the platform does by itself', () => {
    expect(ownActs.map(callName)).toContain('Carried out a planned change of state');
    setLocale('zh');
    expect(ownActs.filter((act) => !chinese.test(callName(act)))).toEqual([]);
  });

  it('say the same of a customer and of the platform’s people', () => {
    expect(callName('contract.create')).toBe('Created the contract');
    expect(callName('internal.contract.create')).toBe('Created the contract');
  });

  it.each(['moon.land', 'moon', '', 'constructor.list', 'contract.__proto__', 'internal.statement.fold'])(
    'are the id of a call that is not known here: %s',
    (id) => expect(callName(id)).toBe(id),
  );

  it('have a kind to choose for every noun of theirs, and the server knows each', async () => {
    const known = new Set<string>(auditedNouns.map(({ noun }) => noun));
    const needed = new Set((await audited()).map(({ noun }) => noun));
    expect([...needed].filter((noun) => !known.has(noun))).toEqual([]);
    for (const call of known) expect(auditRecords.list.query.safeParse({ call }).success).toBe(true);
  });
});

async function audited(): Promise<Call[]> {
  const folder = new URL('../../../../../packages/api/src/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(/* @vite-ignore */ new URL(file, folder).href)),
  );
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    .filter((call): call is Call => typeof call === 'object' && call !== null && 'noun' in call)
    .filter(
      ({ id, noun, method, contract }) =>
        contract !== undefined ||
        (method !== 'GET' && changesWithoutNaming.some((each) => each === id || each === noun)),
    );
}
