import { expect, it } from 'vitest';
import { problemOf } from './problem.ts';

const failedWith = (code: string) => Object.assign(new Error(`${code}: it failed, write`), { code, syscall: 'write' });

it.each(['ENOSPC', 'EDQUOT', '53100'])('a full disk (%s) is a temporary failure', (code) => {
  expect(problemOf(failedWith(code))).toMatchObject({ status: 503, metadata: { retryAfterSeconds: '5' } });
});

it('a disk that fails otherwise is a fault', () => {
  expect(problemOf(failedWith('EIO'))).toMatchObject({ status: 500, reason: 'INTERNAL_ERROR' });
});
