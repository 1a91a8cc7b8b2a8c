import { expect, it } from 'vitest';
import { SealingKey } from './sealing-key.ts';

const secret = Buffer.from('12345678901234567890');
const key = new SealingKey('a secret of this installation');

it('opens its own sealed secrets, which differ each time', () => {
  const sealed = key.seal(secret, 'acc-one');
  expect(key.open(sealed, 'acc-one')).toEqual(secret);
  expect(key.seal(secret, 'acc-one').secret).not.toBe(sealed.secret);
  expect(new SealingKey('a secret of this installation').open(sealed, 'acc-one')).toEqual(secret);
});

it('does not open secrets of another key', () => {
  expect(new SealingKey('another secret').open(key.seal(secret, 'acc-one'), 'acc-one')).toBeUndefined();
});

it('refuses a secret that was changed or moved to another account', () => {
  const sealed = key.seal(secret, 'acc-one');
  expect(() => key.open(sealed, 'acc-two')).toThrow();
  const changed = `${sealed.secret.startsWith('A') ? 'B' : 'A'}${sealed.secret.slice(1)}`;
  expect(() => key.open({ ...sealed, secret: changed }, 'acc-one')).toThrow();
});

it('reads secrets of former keys, and seals with its own', () => {
  const now = new SealingKey('the secret of now', ['a secret of this installation', 'an older one']);
  expect(now.open(key.seal(secret, 'acc-one'), 'acc-one')).toEqual(secret);
  expect(key.open(now.seal(secret, 'acc-one'), 'acc-one')).toBeUndefined();
  expect(now.formerIds).toEqual([key.id, new SealingKey('an older one').id]);
  expect(() => now.open(key.seal(secret, 'acc-one'), 'acc-two')).toThrow();
});

it('does not count itself among its former keys', () => {
  expect(new SealingKey('a secret of this installation', ['a secret of this installation']).formerIds).toEqual([]);
});
