import type { FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { tellingFullDiskSeldom } from './failure/full-disk.ts';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const diskIsFull =
  'A disk is full: make room on the disk of DATA_DIR or of its databases. Until then, writes are refused with 503 or tried again; acknowledged data is kept';

/** Opens the log: readable lines on a terminal, JSON elsewhere. Passwords, tokens, codes and cookies never reach it. */
export function openLog(level: LogLevel, to: DestinationStream | undefined = forPeople(process.stdout)): Log {
  const options = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
    serializers: { req: requestLine },
    hooks: { logMethod: tellingFullDiskSeldom((failures, last) => log.error({ failures, last }, diskIsFull)) },
  };
  const log: Log = to === undefined ? pino(options) : pino(options, to);
  return log;
}

/**
 * Readable lines for a terminal, else undefined. They are written at once, so that a process that ends loses none.
 *
 * @internal for its test
 */
export function forPeople(out: {
  readonly isTTY?: boolean;
  write(line: string): unknown;
}): DestinationStream | undefined {
  if (!out.isTTY) return undefined;
  const lineOf = prettyFactory({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
  return { write: (line) => void out.write(lineOf(line)) };
}

/** A request without its query, which may hold codes and tickets. */
function requestLine({ method, url, host, ip }: FastifyRequest) {
  return { method, url: url.replace(/\?.*/s, ''), host, remoteAddress: ip };
}
