import { expect, it } from 'vitest';
import { SealingKey } from './sealing-key.ts';

const secret = Buffer.from('12345678901234567890');
const key = new SealingKey('a secret of this installation');

it('opens what it has sealed, which is different each time', () => {
  const sealed = key.seal(secret, 'acc-one');
  expect(key.open(sealed, 'acc-one')).toEqual(secret);
  expect(key.seal(secret, 'acc-one').secret).not.toBe(sealed.secret);
  expect(new SealingKey('a secret of this installation').open(sealed, 'acc-one')).toEqual(secret);
});

it('opens nothing of another key', () => {
  expect(new SealingKey('another secret').open(key.seal(secret, 'acc-one'), 'acc-one')).toBeUndefined();
});

it('stops at what was changed, or moved to another account', () => {
  const sealed = key.seal(secret, 'acc-one');
  expect(() => key.open(sealed, 'acc-two')).toThrow();
  const changed = `${sealed.secret.startsWith('A') ? 'B' : 'A'}${sealed.secret.slice(1)}`;
  expect(() => key.open({ ...sealed, secret: changed }, 'acc-one')).toThrow();
});
