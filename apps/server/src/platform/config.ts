import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Everything the environment decides, read once at start. */
export interface Config {
  readonly port: number;
  readonly internalPort: number;
  readonly internalHost: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly seed: 'demo' | 'none';
  readonly internalToken: string;
  readonly consoleVariant: 'hosted' | 'self-hosted';
  readonly smtpUrl: string | undefined;
  readonly logLevel: string;
}

/** Thrown at start for a variable that cannot be used; the message names it. */
export class BadConfig extends Error {}

/** Reads the environment; makes DATA_DIR, and in it the internal token when none is given. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const dataDir = resolve(env['DATA_DIR'] ?? './data');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    port: portOf('PORT', env['PORT'], 8080),
    internalPort: portOf('INTERNAL_PORT', env['INTERNAL_PORT'], 8081),
    internalHost: env['INTERNAL_HOST'] ?? '127.0.0.1',
    dataDir,
    databaseUrl: env['DATABASE_URL'] || undefined,
    clickhouseUrl: env['CLICKHOUSE_URL'] || undefined,
    seed: oneOf('SEED', env['SEED'], ['demo', 'none'], 'demo'),
    internalToken: env['INTERNAL_TOKEN'] || generatedToken(dataDir),
    consoleVariant: oneOf('CONSOLE_VARIANT', env['CONSOLE_VARIANT'], ['hosted', 'self-hosted'], 'hosted'),
    smtpUrl: env['SMTP_URL'] || undefined,
    logLevel: env['LOG_LEVEL'] ?? 'info',
  };
}

function portOf(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new BadConfig(`${name} must be a port number, not "${text}"`);
  return port;
}

function oneOf<const T extends string>(name: string, text: string | undefined, values: readonly T[], fallback: T): T {
  if (text === undefined || text === '') return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new BadConfig(`${name} must be ${values.join(' or ')}, not "${text}"`);
  return value;
}

function generatedToken(dataDir: string): string {
  const file = join(dataDir, 'internal-token');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
