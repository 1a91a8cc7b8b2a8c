import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const lastWordsMs = 1_000;

/**
 * Sends the last text, then reads for a while before closing: a client that is cut off while sending may lose the
 * reply.
 */
export function closeWith(socket: Duplex, text = ''): void {
  const late = setTimeout(() => socket.destroy(), lastWordsMs).unref();
  socket.once('close', () => clearTimeout(late));
  socket.on('error', () => socket.destroy());
  socket.end(text);
}

/** Makes a connection that ends with a reply read for a while; Node would cut it off as soon as the reply was sent. */
export function hearOut(socket: Socket): void {
  socket.destroySoon = () => closeWith(socket);
}
