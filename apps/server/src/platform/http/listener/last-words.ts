import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const lastWordsMs = 1_000;

/** Says the last word and hears the other side out for a while: one that is cut off while it sends may lose the reply. */
export function closeWith(socket: Duplex, text = ''): void {
  const late = setTimeout(() => socket.destroy(), lastWordsMs).unref();
  socket.once('close', () => clearTimeout(late));
  socket.on('error', () => socket.destroy());
  socket.end(text);
}

/** Has a connection that ends with a reply hear its client out: Node would cut it off as soon as the reply has left. */
export function hearOut(socket: Socket): void {
  socket.destroySoon = () => closeWith(socket);
}
