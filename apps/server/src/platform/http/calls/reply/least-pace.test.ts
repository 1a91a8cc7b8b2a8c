import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPace } from './least-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection with so many bytes to send, whose reader takes so many bytes a second. */
function readAt(bytesPerSecond: number, bytes: number) {
  const socket = { bytesWritten: bytes, writableLength: bytes, destroyed: false, destroy: () => socket };
  const gone = new AbortController();
  const end = () => {
    clearInterval(reading);
    gone.abort();
  };
  socket.destroy = () => {
    socket.destroyed = true;
    end();
    return socket;
  };
  const reading = setInterval(() => {
    socket.writableLength = Math.max(0, socket.writableLength - bytesPerSecond);
    if (socket.writableLength === 0) end();
  }, 1_000);
  keepPace(socket as never, gone.signal);
  return socket;
}

it.each([
  ['64 KiB every five seconds', 13_107, 20_000_000, true],
  ['nothing at all', 0, 300_000, true],
  ['64 KiB a second', 65_536, 20_000_000, false],
  ['little, of a reply that is soon over', 13_107, 300_000, false],
])('a reader who takes %s is cut, or not', async (_what, bytesPerSecond, bytes, isCut) => {
  const socket = readAt(bytesPerSecond, bytes);
  await vi.advanceTimersByTimeAsync(30_000 + (bytes / 32_768) * 1_000 + 5_000);
  expect([socket.destroyed, vi.getTimerCount()]).toEqual([isCut, 0]);
});

it('time in which the reader has nothing to read is not counted', async () => {
  const socket = { bytesWritten: 0, writableLength: 0, destroy: vi.fn() };
  keepPace(socket as never, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(socket.destroy).not.toHaveBeenCalled();
});
