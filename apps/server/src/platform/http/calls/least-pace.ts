import type { Socket } from 'node:net';

const lookEveryMs = 5_000;
const patienceMs = 30_000;
const leastBytesPerSecond = 32 * 1024;

/**
 * Cuts a connection whose reader takes over less than 32 KiB of a reply in each second after the first thirty: so it is on
 * its way for no longer than its size allows. Time in which the reply is still being made is not the reader's.
 */
export function keepPace(socket: Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>, gone: AbortSignal): void {
  if (gone.aborted) return;
  const takenOver = () => socket.bytesWritten - socket.writableLength;
  const before = takenOver();
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (socket.writableLength === 0) return;
    waitedMs += lookEveryMs;
    const owedSeconds = (waitedMs - patienceMs) / 1_000;
    if (takenOver() - before < owedSeconds * leastBytesPerSecond) socket.destroy();
  }, lookEveryMs).unref();
  gone.addEventListener('abort', () => clearInterval(timer), { once: true });
}
