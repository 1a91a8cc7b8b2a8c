import { pino } from 'pino';

export type Log = pino.Logger;

/** Structured logs on stdout; passwords, tokens and cookies never reach them. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
  });
}
