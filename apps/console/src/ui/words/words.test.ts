import { readdirSync } from 'node:fs';
import type { Call } from '@usance/api/call';
import { phoneTrouble } from '@usance/api/phone';
import { type Reason, reasons } from '@usance/api/reason';
import { refusalsOf } from '@usance/api/refusals';
import { type RuleId, rules } from '@usance/api/rule';
import { afterEach, describe, expect, it, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { setLocale } from '../../i18n/locale.ts';
import { refusalText, refusalWords } from './refusal-words.ts';
import { ruleText } from './rule-words.ts';

const speak = (locale: 'en' | 'zh') => setLocale(locale);
const chinese = /\p{Script=Han}/u;
afterEach(() => speak('en'));

const refusal = (reason: string, message: string, metadata: Record<string, string> = { month: '2026-09' }) =>
  new ApiError({ status: 409, reason, message, metadata, requestId: 'req-1' });

describe('the words of refusals', () => {
  it('cover every reason that a customer can be refused with, and no other', async () => {
    const met = (await customerCalls()).flatMap((call) => refusalsOf(call, 'customer'));
    const general: Reason[] = ['NOT_FOUND'];
    const withRules = [...Object.keys(refusalWords), 'INVALID_PARAMETER'];
    expect(withRules.sort()).toEqual([...new Set([...met, ...general])].sort());
  });

  it.each(Object.keys(refusalWords))('%s has a text in both languages', (reason) => {
    const error = refusal(reason, 'In English.');
    expect(refusalText(error)).not.toBe('');
    speak('zh');
    expect(refusalText(error)).toMatch(chinese);
  });

  it('are the server’s own for an unknown reason', () => {
    speak('zh');
    expect(Object.keys(reasons)).not.toContain('MOON_PHASE');
    expect(refusalText(refusal('MOON_PHASE', 'Not before the full moon.'))).toBe('Not before the full moon.');
  });

  it.each([
    ['en', 'September 2026'],
    ['zh', '2026年9月'],
  ] as const)('name the month of a statement, in %s', (locale, month) => {
    speak(locale);
    expect(refusalText(refusal('STATEMENT_STATE_CONFLICT', 'In English.'))).toContain(month);
  });

  it('name the role that would allow it and who grants it, and tell an operator that they can only read', () => {
    const told = (metadata: Record<string, string>) => refusalText(refusal('NO_PERMISSION', 'In English.', metadata));
    expect(told({ role: 'billing_admin' })).toMatch(/role billing_admin.*Ask an admin of the contract/);
    expect(told({ acting: 'true' })).toContain('you can only read');
    speak('zh');
    expect(told({ role: 'billing_admin' })).toMatch(/billing_admin.*admin/);
    expect(told({ acting: 'true' })).toContain('只能查看');
  });

  it('tell if a statement that cannot be confirmed is confirmed or under review', () => {
    const states = ['confirmed', 'manualProcessing', 'of a newer server'];
    const told = states.map((confirmState) =>
      refusalText(refusal('STATEMENT_STATE_CONFLICT', 'In English.', { month: '2026-09', confirmState })),
    );
    expect(told[0]).toContain('confirmed already');
    expect(told[1]).toContain('under review');
    expect(new Set(told).size).toBe(3);
  });

  it.each([
    [{ retryAfterSeconds: '900' }, '15 min'],
    [{ retryAfterSeconds: '61' }, '2 min'],
    [{ retryAfterSeconds: '59' }, '59 s'],
    // Its button already counts down, and two waits for one code would not agree.
    [{ retryAfterSeconds: '42', codeSent: 'true' }, 'as soon as the wait is over'],
    [{}, 'a moment'],
  ])('give the time to wait: %j', (metadata, told) => {
    expect(refusalText(refusal('TOO_MANY_REQUESTS', 'In English.', metadata))).toContain(told);
  });
});

describe('the words of rules', () => {
  const ids = Object.keys(rules) as RuleId[];
  const filled = (id: RuleId) => rules[id].replaceAll(/\{\w+\}/g, '7');

  it.each(ids)('%s reads in English as the rule itself', (id) => {
    expect(ruleText(filled(id))).toBe(filled(id));
  });

  it.each(ids)('%s has a Chinese text with its parameters filled in', (id) => {
    speak('zh');
    const text = ruleText(filled(id));
    expect(text).toMatch(chinese);
    if (rules[id].includes('{')) expect(text).toContain('7');
  });
});

test('a country whose telephone number is refused is named in the reader’s language', () => {
  const refused = phoneTrouble('123', '65') ?? '';
  expect(ruleText(refused)).toBe('Please enter a valid Singapore phone number (8 digits)');
  speak('zh');
  expect(ruleText(refused)).toBe('请输入有效的新加坡电话号码（8 位）');
});

test('a sentence that is not a rule is shown unchanged', () => {
  speak('zh');
  expect(ruleText('Invalid input')).toBe('Invalid input');
});

async function customerCalls(): Promise<Call[]> {
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
    .filter((call) => call.customer !== undefined);
}

it('names the country of a telephone in the language of the sentence', () => {
  const refused = 'Please enter a valid China phone number (11 digits)';
  expect(ruleText(refused)).toBe(refused);
  speak('zh');
  expect(ruleText(refused)).toBe('请输入有效的中国电话号码（11 位）');
});
