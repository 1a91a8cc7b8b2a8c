import { expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from './log.ts';
import { failedRoundsLog } from './log-failed-rounds.ts';

const rounds = () => {
  const lines: string[] = [];
  const tell = failedRoundsLog(openLog('info', { write: (line) => void lines.push(line) }), 'jobs failed');
  return { tell, told: () => lines.map((line) => JSON.parse(line)) };
};

it.each([
  { message: 'the database system is in recovery mode', code: '57P03' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'connect ENOENT .s.PGSQL.5432', code: 'ENOENT', syscall: 'connect' },
])('rounds that fail while a database is down are one line a minute, without a stack: $message', (given) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { tell, told } = rounds();
  for (const afterMs of [0, 1_000, 58_000, 1_000]) {
    vi.advanceTimersByTime(afterMs);
    tell(Object.assign(new Error(given.message), given));
  }
  expect(told().map(({ msg, failures, last, err }) => [msg, failures, last, err])).toEqual([
    ['jobs failed', 1, given.message, undefined],
    ['jobs failed', 3, given.message, undefined],
  ]);
});

it('a round that fails through our own fault is logged each time, with its stack', () => {
  const { tell, told } = rounds();
  for (let round = 0; round < 2; round += 1) tell(new TypeError('it is not a function'));
  expect(told().map(({ err }) => err.stack)).toEqual(Array(2).fill(expect.stringContaining('log-failed-rounds.test')));
});
