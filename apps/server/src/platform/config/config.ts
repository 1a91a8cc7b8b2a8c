import { resolve } from 'node:path';
import { type Currency, currencies } from '@usance/money/currency';
import { keptSecret } from '../data-dir/kept-secret.ts';
import { privateFolder } from '../data-dir/private-folder.ts';
import { BadConfig } from '../failure/operator-error.ts';
import { type LogLevel, logLevels } from '../log.ts';
import { type RegionHosts, regionHostsOf } from './region-hosts.ts';
import { type TableLayout, tableLayoutOf } from './table-layout.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** The settings that the environment decides, read once at start. */
export interface Config {
  readonly port: number;
  readonly internalPort: number;
  readonly internalHost: string;
  /** Proxies on the public port whose forwarded client address is trusted. */
  readonly trustProxy: readonly string[];
  /** The scheme and host at which browsers and identity providers reach this installation. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** A streaming replica of the database, for large lists. */
  readonly databaseReplicaUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  /** The memory limit of the embedded usage database; a share of the machine's memory if not set. */
  readonly clickhouseMemoryBytes: number | undefined;
  /** The table engine and cluster of a ClickHouse with several servers. */
  readonly clickhouseTables: TableLayout;
  readonly seed: 'demo' | 'none';
  /** True if time can be moved here. It counts only when the installation is created. */
  readonly sandbox: boolean | undefined;
  readonly internalToken: string;
  /** True if the token was generated in DATA_DIR for lack of INTERNAL_TOKEN: other servers have another one. */
  readonly isTokenMade: boolean;
  /**
   * The secret from which the key that encrypts secrets is derived. Without it the server generates one in DATA_DIR;
   * commands do not.
   */
  readonly sealingSecret: string | undefined;
  /** The previous sealing secret: it decrypts but no longer encrypts. */
  readonly formerSealingSecret: string | undefined;
  readonly consoleVariant: 'hosted' | 'self-hosted';
  /** An external form for booking a demonstration; without it the console shows its own. */
  readonly demoFormUrl: string | undefined;
  /** URLs of the documents that users agree to; the console says so where one is not set. */
  readonly policies: Readonly<Partial<Record<'terms' | 'privacy' | 'upgrade', string>>>;
  /** The console hosts of the regions; undefined where there is only one. */
  readonly regionHosts: RegionHosts | undefined;
  readonly smtpUrl: string | undefined;
  /** The URL of the SMS provider. */
  readonly smsUrl: string | undefined;
  /** A file with the bank details to which customers pay. */
  readonly tradeDefaultsFile: string | undefined;
  /** A file that lists the products sold through cloud marketplaces; without it there are none. */
  readonly marketplacesFile: string | undefined;
  /** The regional controllers, which provision data clouds; without one, data clouds are not provisioned. */
  readonly provisioner: { readonly url: string; readonly token: string } | undefined;
  /** By currency: the amount above which a withdrawal or the release of a hold needs two people. */
  readonly twoPeopleAbove: Readonly<Partial<Record<Currency, string>>>;
  /** By currency: the cash that each new data cloud holds on its contract. */
  readonly datacloudHold: Readonly<Partial<Record<Currency, string>>>;
  readonly logLevel: LogLevel;
}

/** The installation's folder, which need not exist. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env['DATA_DIR'] || './data');
}

/** Reads the environment; creates DATA_DIR, and in it the internal token if none is given. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  if (env['DATABASE_OWNER_URL'] && !env['DATABASE_URL'])
    throw new BadConfig(
      'DATABASE_OWNER_URL names the owner of the database of DATABASE_URL, which is not set: set both, or neither',
    );
  if (env['DATABASE_REPLICA_URL'] && !env['DATABASE_URL'])
    throw new BadConfig(
      'DATABASE_REPLICA_URL names a replica of the database of DATABASE_URL, which is not set: set both, or only that',
    );
  for (const name of [
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_REPLICA_URL',
    'CLICKHOUSE_URL',
    'SMTP_URL',
    'SMS_URL',
    'DEMO_FORM_URL',
    ...policyVariables,
  ])
    if (env[name] && !URL.canParse(env[name]))
      throw new BadConfig(`${name} is no URL: write it as scheme://user:password@host:port/name, or leave it out`);
  assertScheme('SMTP_URL', env['SMTP_URL'], /^smtps?:$/, 'smtp:// or smtps://');
  assertScheme('SMS_URL', env['SMS_URL'], /^https?:$/, 'http:// or https://');
  // The form is framed in a page served over TLS.
  assertScheme('DEMO_FORM_URL', env['DEMO_FORM_URL'], /^https:$/, 'https://');
  for (const name of policyVariables) assertScheme(name, env[name], /^https:$/, 'https://');
  assertScheme('CLICKHOUSE_URL', env['CLICKHOUSE_URL'], /^https?:$/, 'http:// or https://');
  const dataDir = dataDirOf(env);
  privateFolder(dataDir);
  return {
    port: portOf('PORT', env['PORT'], 8080),
    internalPort: portOf('INTERNAL_PORT', env['INTERNAL_PORT'], 8081),
    internalHost: env['INTERNAL_HOST'] || '127.0.0.1',
    trustProxy: trustedProxies(env['TRUST_PROXY']),
    publicUrl: publicUrlOf(env['PUBLIC_URL'], env['PORT']),
    dataDir,
    databaseUrl: env['DATABASE_URL'] || undefined,
    databaseOwnerUrl: env['DATABASE_OWNER_URL'] || undefined,
    databaseReplicaUrl: env['DATABASE_REPLICA_URL'] || undefined,
    clickhouseUrl: env['CLICKHOUSE_URL'] || undefined,
    clickhouseMemoryBytes: memoryOf('CLICKHOUSE_MEMORY_MB', env['CLICKHOUSE_MEMORY_MB']),
    clickhouseTables: tableLayoutOf(env),
    seed: oneOf('SEED', env['SEED'], ['demo', 'none'], 'demo'),
    sandbox: env['SANDBOX'] ? oneOf('SANDBOX', env['SANDBOX'], ['true', 'false'], 'false') === 'true' : undefined,
    internalToken: env['INTERNAL_TOKEN'] || keptSecret(dataDir, 'internal-token'),
    isTokenMade: !env['INTERNAL_TOKEN'],
    sealingSecret: sealingSecretOf(env['SEALING_KEY']),
    formerSealingSecret: env['FORMER_SEALING_KEY'] || undefined,
    consoleVariant: oneOf('CONSOLE_VARIANT', env['CONSOLE_VARIANT'], ['hosted', 'self-hosted'], 'hosted'),
    demoFormUrl: env['DEMO_FORM_URL'] || undefined,
    policies: policiesOf(env),
    regionHosts: regionHostsOf(env),
    smtpUrl: env['SMTP_URL'] || undefined,
    smsUrl: env['SMS_URL'] || undefined,
    tradeDefaultsFile: env['TRADE_DEFAULTS'] || undefined,
    marketplacesFile: env['MARKETPLACES'] || undefined,
    provisioner: provisionerOf(env['PROVISIONER_URL'], env['PROVISIONER_TOKEN']),
    twoPeopleAbove: amountsOf(env, 'TWO_PEOPLE_ABOVE'),
    datacloudHold: amountsOf(env, 'DATACLOUD_HOLD'),
    logLevel: oneOf('LOG_LEVEL', env['LOG_LEVEL'], logLevels, 'info'),
  };
}

const policyVariables = ['TERMS_URL', 'PRIVACY_URL', 'UPGRADE_POLICY_URL'] as const;

function policiesOf(env: NodeJS.ProcessEnv): Config['policies'] {
  const [terms, privacy, upgrade] = policyVariables.map((name) => env[name]);
  return { ...(terms && { terms }), ...(privacy && { privacy }), ...(upgrade && { upgrade }) };
}

function assertScheme(name: string, url: string | undefined, scheme: RegExp, told: string): void {
  if (url && !scheme.test(new URL(url).protocol)) throw new BadConfig(`${name} must begin with ${told}`);
}

function portOf(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new BadConfig(`${name} must be a port number, not "${text}"`);
  return port;
}

/** Accepts only an origin: URLs are built by appending a path to it. */
function publicUrlOf(text: string | undefined, port: string | undefined): string {
  if (text === undefined || text === '') return `http://localhost:${portOf('PORT', port, 8080)}`;
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isOrigin) throw new BadConfig(`PUBLIC_URL must be like https://billing.example.com, not "${text}"`);
  return url.origin;
}

/**
 * `{regionID}` in the URL stands for the region. The token authenticates us to a controller and signs the account that
 * acts.
 */
function provisionerOf(url: string | undefined, token: string | undefined): Config['provisioner'] {
  if (!url && !token) return undefined;
  if (!url || !token) throw new BadConfig('PROVISIONER_URL and PROVISIONER_TOKEN go together: set both, or neither');
  const example = url.replaceAll('{regionID}', 'aws-us-east-1');
  if (!URL.canParse(example) || /[{}]/.test(example))
    throw new BadConfig('PROVISIONER_URL is no URL: write it as https://{regionID}.example.com/orders');
  assertScheme('PROVISIONER_URL', example, /^https?:$/, 'http:// or https://');
  if (token.length < 32) throw new BadConfig('PROVISIONER_TOKEN must have at least 32 characters, made at random');
  return { url, token };
}

/** An attacker with a copy of the database could guess a short one. */
function sealingSecretOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length < 32) throw new BadConfig('SEALING_KEY must have at least 32 characters, made at random');
  return text;
}

/** Mebibytes, returned as bytes; the engine needs at least 768. */
function memoryOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{3,7}$/.test(text) || Number(text) < 768)
    throw new BadConfig(`${name} must be a number of megabytes from 768 on, not "${text}"`);
  return Number(text) * 2 ** 20;
}

/** The amount of each currency that has one: `NAME_USD` and `NAME_CNY`. */
function amountsOf(env: NodeJS.ProcessEnv, name: string): Readonly<Partial<Record<Currency, string>>> {
  const amounts: Partial<Record<Currency, string>> = {};
  for (const currency of currencies) {
    const variable = `${name}_${currency}`;
    const text = env[variable];
    if (!text) continue;
    if (!/^(0|[1-9]\d{0,13})(\.\d{1,2})?$/.test(text))
      throw new BadConfig(`${variable} must be an amount like 10000 or 99.50, not "${text}"`);
    amounts[currency] = text;
  }
  return amounts;
}

function oneOf<const T extends string>(
  name: string,
  text: string | undefined,
  values: readonly T[],
  fallback: NoInfer<T>,
): T {
  if (text === undefined || text === '') return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new BadConfig(`${name} must be ${values.join(' or ')}, not "${text}"`);
  return value;
}
