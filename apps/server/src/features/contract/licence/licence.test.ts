import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadConfig } from '#platform/failure/operator-error.ts';
import type { LicenceClaims } from './licence.ts';
import { keyIdOf } from './licence.ts';
import { runLicenceCommand } from './licence-command.ts';
import { signLicence } from './sign-licence.ts';
import { verifyLicence } from './verify-licence.ts';

const pair = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const pem = pemOf(pair.publicKey);
const keyId = keyIdOf(pair.publicKey);
const now = new Date('2026-10-15T12:00:00Z');
const second = (text: string) => Date.parse(text) / 1000;
const claims: LicenceClaims = {
  contractId: 'ct-abcdefgh',
  tags: 'Acme 气象',
  buyerName: 'Acme Ltd',
  serviceType: 'byoc',
  state: 'Active',
  currency: 'USD',
  iat: second('2026-10-15T12:00:00Z'),
  exp: second('2027-10-15T12:00:00Z'),
};
const licence = signLicence(pair.privateKey, keyId, claims);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [head = '', body = '', signature = ''] = licence.split('.');
const header = { alg: 'EdDSA', typ: 'usance-licence+jwt', kid: keyId };
/** Signs any content with the right key. */
const signedWith = (head: object, said: unknown) => {
  const text = `${encoded(head)}.${encoded(said)}`;
  return `${text}.${sign(text)}`;
};
const sign = (text: string) => signBytes(null, Buffer.from(text), pair.privateKey).toString('base64url');
const whyOf = (text: string, key = pem, at = now) => {
  const found = verifyLicence(text, key, at);
  return found.holds ? 'holds' : found.why;
};

describe('a licence', () => {
  it('verifies with its public key alone', () => {
    expect(verifyLicence(licence, pem, now)).toEqual({ holds: true, licence: claims });
  });

  it('the thumbprint of a key is the one of RFC 8037', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    expect(keyIdOf(createPublicKey({ key: jwk, format: 'jwk' }))).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it.each([
    ['by another key', pemOf(others.publicKey), 'It was signed by another key'],
    [
      'by a private key',
      pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'The key is not a public',
    ],
    ['by an RSA key', pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey), 'The key is not a public'],
    ['by no key', 'secret', 'The key is not a public'],
  ])('is not verified %s', (_, key, why) => {
    expect(whyOf(licence, key)).toContain(why);
  });

  it.each([
    ['with a changed payload', `${head}.${encoded({ ...claims, tags: 'Evil' })}.${signature}`, 'Its signature'],
    ['with a changed header', `${encoded({ ...header, kid: keyId, x: 1 })}.${body}.${signature}`, 'its header'],
    ['signed by another key under this one’s id', signLicence(others.privateKey, keyId, claims), 'Its signature'],
    ['of alg none', `${encoded({ ...header, alg: 'none' })}.${body}.`, 'three parts'],
    ['of alg none, with a signature', `${encoded({ ...header, alg: 'none' })}.${body}.${signature}`, 'its header'],
    ['of another spelling of alg', signedWith({ ...header, alg: 'eddsa' }, claims), 'its header'],
    ['of another kind', signedWith({ ...header, typ: 'JWT' }, claims), 'its header'],
    ['with a header that must be understood', signedWith({ ...header, crit: ['exp'] }, claims), 'its header'],
    ['with a key of its own', signedWith({ ...header, jwk: {} }, claims), 'its header'],
    ['with an unknown claim', signedWith(header, { ...claims, unlimited: true }), 'does not understand'],
    ['without an expiry', signedWith(header, { ...claims, exp: undefined }), 'does not understand'],
    ['whose end is text', signedWith(header, { ...claims, exp: '9' }), 'does not understand'],
    ['of two parts', `${head}.${body}`, 'three parts'],
    ['of four parts', `${licence}.${signature}`, 'three parts'],
    ['with padding', `${licence}==`, 'three parts'],
    ['with another spelling of its signature', `${licence.slice(0, -1)}${respelt(licence)}`, 'three parts'],
    ['with a line break', `${head}.\n${body}.${signature}`, 'three parts'],
    ['of nothing', '', 'three parts'],
    ['that is too long', 'a'.repeat(16_385), 'too long'],
  ])('a licence %s is refused', (_, text, why) => {
    expect(whyOf(text)).toContain(why);
  });

  it('signed with the public key as an HMAC secret is invalid', () => {
    const text = `${encoded({ ...header, alg: 'HS256' })}.${body}`;
    const mac = createHmac('sha256', pem).update(text).digest('base64url');
    expect(whyOf(`${text}.${mac}`)).toContain('its header');
  });

  it('expires on time, and tolerates a clock five minutes behind', () => {
    expect(whyOf(licence, pem, new Date('2027-10-15T11:59:59Z'))).toBe('holds');
    expect(whyOf(licence, pem, new Date('2027-10-15T12:00:00Z'))).toContain('expired at 2027-10-15T12:00:00.000Z');
    expect(whyOf(licence, pem, new Date('2026-10-15T11:55:00Z'))).toBe('holds');
    expect(whyOf(licence, pem, new Date('2026-10-15T11:54:59Z'))).toContain('is the clock right?');
  });
});

describe('npm run licence', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'usance-licence-'));
    writeFileSync(join(folder, 'licence'), `${licence}\n`);
    writeFileSync(join(folder, 'key.pem'), pem);
    writeFileSync(join(folder, 'licence.json'), JSON.stringify({ contractId: claims.contractId, license: licence }));
    writeFileSync(join(folder, 'key.json'), JSON.stringify({ keyID: keyId, publicKey: pem }));
    writeFileSync(join(folder, 'other.pem'), pemOf(others.publicKey));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (args: readonly string[], at = now) => runLicenceCommand(args, { folder, now: at });

  it('accepts the saved replies of the calls', () => {
    expect(run(['verify', 'licence.json', '--key', 'key.json']).holds).toBe(true);
    expect(run(['verify', 'licence.json', '--key', 'other.pem']).holds).toBe(false);
    expect(run(['verify', 'key.json', '--key', 'key.json']).holds).toBe(false);
  });

  it('prints the claims, and the reason if it is invalid', () => {
    const { holds, lines } = run(['verify', 'licence', '--key', 'key.pem']);
    expect(holds).toBe(true);
    expect(lines.join('\n')).toContain('"Acme 气象"');
    expect(run(['verify', '--key', 'key.pem', 'licence']).holds).toBe(true);
    expect(run(['verify', 'licence', '--key', 'other.pem'])).toMatchObject({ holds: false });
    expect(run(['verify', 'licence', '--key', 'key.pem'], new Date('2028-01-01')).lines[0]).toContain('It expired');
  });

  it.each([
    [[]],
    [['verify']],
    [['verify', 'licence']],
    [['verify', 'licence', '--key']],
    [['verify', 'licence', 'licence', '--key', 'key.pem']],
    [['sign', 'licence', '--key', 'key.pem']],
    [['verify', 'nothing', '--key', 'key.pem']],
    [['verify', '.', '--key', 'key.pem']],
  ])('%j is refused with one line', (args) => {
    expect(() => run(args)).toThrow(BadConfig);
  });
});

/** Changes the last letter: for 64 bytes in base64url, four of its bits carry no data. */
function respelt(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(text.at(-1) ?? '') + 1] ?? '';
}
