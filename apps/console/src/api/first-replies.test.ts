import { clocks } from '@usance/api/installation/clock';
import { urlOf } from '@usance/api/request';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetFirstReplies, keepFirstReplies, takeFirstReply, toldReply } from './first-replies.ts';

const told = JSON.stringify({ version: '1', replies: { '/api/v1/a': { status: 401, body: { reason: 'R' } } } });
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  forgetFirstReplies();
  keepFirstReplies(told);
});

test('a reply that came with the page is used by the first request only', async () => {
  const reply = takeFirstReply('/api/v1/a');
  expect([reply?.status, await reply?.json()]).toEqual([401, { reason: 'R' }]);
  expect(takeFirstReply('/api/v1/a')).toBeUndefined();
  expect(takeFirstReply('/api/v1/b')).toBeUndefined();
});

test('its body is there at once for what the page is first drawn with, unless it is a refusal', () => {
  const body = { now: '2026-10-07T00:05:00Z' };
  keepFirstReplies(JSON.stringify({ replies: { [urlOf(clocks.get)]: { status: 200, body } } }));
  expect(toldReply(clocks.get, {})).toEqual(body);
  expect(toldReply(clocks.get, {})).toBeUndefined();
  keepFirstReplies(JSON.stringify({ replies: { [urlOf(clocks.get)]: { status: 401, body } } }));
  expect(toldReply(clocks.get, {})).toBeUndefined();
});

test('it is not used late or after a write', () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  expect(takeFirstReply('/api/v1/a')).toBeUndefined();
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  forgetFirstReplies();
  expect(takeFirstReply('/api/v1/a')).toBeUndefined();
});

test.each(['', '__BOOT__', '{"version":"1"}'])('a page with %j has no replies', (text) => {
  forgetFirstReplies();
  keepFirstReplies(text);
  expect(takeFirstReply('/api/v1/a')).toBeUndefined();
});
