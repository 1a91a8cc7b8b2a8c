import type { Socket } from 'node:net';

const lookEveryMs = 5_000;
const patienceMs = 30_000;
const leastBytesPerSecond = 32 * 1024;

/**
 * Cuts a connection whose reader takes less than 32 KiB a second after the first thirty seconds, so that the size of a
 * reply bounds its time. Time in which the reply is still being made does not count.
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
