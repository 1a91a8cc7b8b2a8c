import type { Readable } from 'node:stream';

/** Waits until the stream has its first piece, or has ended; throws what it fails with before that. */
export function begun(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const off = () => stream.off('readable', ready).off('error', failed).off('close', closed);
    const ready = () => {
      off();
      resolve();
    };
    const failed = (error: Error) => {
      off();
      reject(error);
    };
    const closed = () => failed(stream.errored ?? new Error('The reply was given up before it began'));
    stream.once('readable', ready).once('error', failed).once('close', closed);
  });
}
