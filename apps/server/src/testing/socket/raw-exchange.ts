import { connect, type Socket } from 'node:net';

/** A reply, split but not decoded. */
export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes unchanged and returns the replies until the connection is closed. */
export function exchange(port: number, bytes: string | Buffer): Promise<readonly RawReply[]> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return repliesOn(socket);
}

/** All replies on a connection until the other side closes it. */
export function repliesOn(socket: Socket): Promise<readonly RawReply[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(repliesIn(text)));
  });
}

/** The first complete reply on a connection that stays open. */
export function nextReply(socket: Socket): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const [reply] = repliesIn(text);
      if (reply === undefined) return;
      socket.off('data', take);
      resolve(reply);
    };
    socket.on('data', take);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`The connection was closed after: ${text}`)));
  });
}

/** Splits replies by their Content-Length; one without it, like 100 Continue, ends with its head. */
function repliesIn(text: string): RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, headEnd);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (rest.length < end) break;
    replies.push({ status: Number(head.split(' ')[1]), head, body: rest.slice(headEnd + 4, end) });
    rest = rest.slice(end);
  }
  return replies;
}
