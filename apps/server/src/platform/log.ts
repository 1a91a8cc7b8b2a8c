import type { FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured logs on stdout; passwords, tokens, codes and cookies never reach them. */
export function openLog(level: LogLevel, to?: DestinationStream): Log {
  const options = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
    serializers: { req: requestLine },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** A request without its query, in which codes and tickets are named. */
function requestLine({ method, url, host, ip }: FastifyRequest) {
  return { method, url: url.replace(/\?.*/s, ''), host, remoteAddress: ip };
}
