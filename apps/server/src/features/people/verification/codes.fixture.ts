import type { Channel } from '#platform/message/message.ts';
import type { TestApp } from '#testing/test-app.ts';

/** The last message sent to an address; empty if there is none. */
export async function lastMessage(app: TestApp, to: string, channel: Channel = 'mail'): Promise<string> {
  const row = await app.deps.db
    .selectFrom('message_outbox')
    .select('body')
    .where('recipient', '=', channel === 'sms' ? `+86${to}` : to)
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.body ?? '';
}

/** The last code sent to an address. */
export async function lastCode(app: TestApp, to: string, channel: Channel = 'mail'): Promise<string> {
  const code = /\b\d{6}\b/.exec(await lastMessage(app, to, channel))?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${to}`);
  return code;
}

/** A code that differs from this one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
