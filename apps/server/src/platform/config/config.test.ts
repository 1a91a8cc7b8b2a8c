import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BadConfig } from '../failure/operator-error.ts';
import { dataDirOf, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const config = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });

it('an empty variable counts as unset', () => {
  const names = ['PORT', 'INTERNAL_PORT', 'INTERNAL_HOST', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'CLICKHOUSE_URL'];
  const more = [
    'DATABASE_REPLICA_URL',
    'CLICKHOUSE_MEMORY_MB',
    'CLICKHOUSE_ENGINE_PREFIX',
    'CLICKHOUSE_CLUSTER',
    'SEED',
    'INTERNAL_TOKEN',
  ];
  const pages = [
    'DEMO_FORM_URL',
    'TERMS_URL',
    'PRIVACY_URL',
    'UPGRADE_POLICY_URL',
    'REGION_HOST_US',
    'REGION_HOST_GLOBAL',
    'PUBLIC_URL',
  ];
  const all = [...names, ...more, ...pages, 'TRUST_PROXY', 'LOG_LEVEL', 'CONSOLE_VARIANT', 'SMTP_URL', 'SEALING_KEY'];
  expect(config(Object.fromEntries(all.map((name) => [name, ''])))).toEqual(config({}));
  expect(dataDirOf({ DATA_DIR: '' })).toBe(resolve('data'));
});

it('internal calls are served only on this machine unless another address is named', () => {
  for (const env of [{}, { INTERNAL_HOST: '' }]) expect(config(env).internalHost).toBe('127.0.0.1');
  expect(config({ INTERNAL_HOST: '10.0.0.5' }).internalHost).toBe('10.0.0.5');
});

it('a replica is a setting beside its database, and refused without it', () => {
  const [DATABASE_URL, DATABASE_REPLICA_URL] = ['postgres://primary/usance', 'postgres://replica/usance'];
  expect(config({ DATABASE_URL }).databaseReplicaUrl).toBeUndefined();
  expect(config({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  expect(() => config({ DATABASE_REPLICA_URL })).toThrow('DATABASE_URL, which is not set');
  expect(() => config({ DATABASE_URL, DATABASE_REPLICA_URL: 'replica' })).toThrow('DATABASE_REPLICA_URL is no URL');
});

it('a usage database that speaks no HTTP is refused by name', () => {
  const misread = () => config({ CLICKHOUSE_URL: 'clickhouse://127.0.0.1:9000' });
  expect(misread).toThrow(BadConfig);
  expect(misread).toThrow('CLICKHOUSE_URL must begin with http:// or https://');
});

it('amounts are read per currency, and an invalid one is refused by name', () => {
  expect(config({}).twoPeopleAbove).toEqual({});
  expect(config({ TWO_PEOPLE_ABOVE_USD: '10000', DATACLOUD_HOLD_CNY: '99.50' })).toMatchObject({
    twoPeopleAbove: { USD: '10000' },
    datacloudHold: { CNY: '99.50' },
  });
  for (const wrong of ['-1', '1e3', '10,000', '0.001', 'none'])
    expect(() => config({ TWO_PEOPLE_ABOVE_CNY: wrong })).toThrow('TWO_PEOPLE_ABOVE_CNY must be an amount');
});

it('a sealing key that could be guessed is refused by name', () => {
  expect(() => config({ SEALING_KEY: 'short' })).toThrow(BadConfig);
  expect(() => config({ SEALING_KEY: 'short' })).toThrow('SEALING_KEY must have at least 32 characters');
});

it('regional controllers need both an address and a token that cannot be guessed', () => {
  const [url, token] = ['https://{regionID}.example.com/orders', 'x'.repeat(32)];
  expect(config({}).provisioner).toBeUndefined();
  expect(config({ PROVISIONER_URL: url, PROVISIONER_TOKEN: token }).provisioner).toEqual({ url, token });
  expect(() => config({ PROVISIONER_URL: url })).toThrow('go together');
  expect(() => config({ PROVISIONER_TOKEN: token })).toThrow('go together');
  expect(() => config({ PROVISIONER_URL: url, PROVISIONER_TOKEN: 'short' })).toThrow('at least 32 characters');
  for (const wrong of ['https://{region}.example.com', 'ftp://example.com'])
    expect(() => config({ PROVISIONER_URL: wrong, PROVISIONER_TOKEN: token })).toThrow('PROVISIONER_URL');
});

it('users agree to the documents whose address is set', () => {
  expect(config({}).policies).toEqual({});
  const [terms, upgrade] = ['https://example.com/terms', 'https://example.com/upgrade'];
  expect(config({ TERMS_URL: terms, UPGRADE_POLICY_URL: upgrade }).policies).toEqual({ terms, upgrade });
});

it('the public URL is a scheme and a host, by default this machine', () => {
  expect(config({ PORT: '8740' }).publicUrl).toBe('http://localhost:8740');
  expect(config({ PUBLIC_URL: 'https://Billing.example.com/' }).publicUrl).toBe('https://billing.example.com');
  for (const text of ['billing.example.com', 'https://a@b.example', 'https://b.example/path', 'ftp://b.example'])
    expect(() => config({ PUBLIC_URL: text }), text).toThrow(BadConfig);
});

it.each([
  ['DEMO_FORM_URL', 'calendar', 'DEMO_FORM_URL is no URL'],
  ['DEMO_FORM_URL', 'http://forms.example.com/demo', 'DEMO_FORM_URL must begin with https://'],
  ['DEMO_FORM_URL', 'javascript:alert(1)', 'DEMO_FORM_URL must begin with https://'],
  ['TERMS_URL', 'terms', 'TERMS_URL is no URL'],
  ['PRIVACY_URL', 'javascript:alert(1)', 'PRIVACY_URL must begin with https://'],
  ['UPGRADE_POLICY_URL', 'http://example.com', 'UPGRADE_POLICY_URL must begin with https://'],
  ['REGION_HOST_US', 'https://us.example.com', 'are set together, or neither is'],
  ['REGION_HOST_GLOBAL', 'us.example.com', 'REGION_HOST_GLOBAL must be https:// and a host'],
  ['REGION_HOST_US', 'http://us.example.com', 'REGION_HOST_US must be https:// and a host'],
  ['REGION_HOST_US', 'https://us.example.com/console', 'REGION_HOST_US must be https:// and a host'],
  ['REGION_HOST_US', 'https://somebody@us.example.com', 'REGION_HOST_US must be https:// and a host'],
])('%s that is "%s" is refused by name', (name, value, told) => {
  expect(() => config({ [name]: value })).toThrow(BadConfig);
  expect(() => config({ [name]: value })).toThrow(told);
});

it('the hosts of both regions are read as origins', () => {
  const hosts = { REGION_HOST_US: 'https://us.example.com/', REGION_HOST_GLOBAL: 'https://sg.example.com:8443' };
  expect(config(hosts).regionHosts).toEqual({ us: 'https://us.example.com', global: 'https://sg.example.com:8443' });
  expect(() => config({ ...hosts, REGION_HOST_GLOBAL: 'https://us.example.com' })).toThrow('the same host');
});
