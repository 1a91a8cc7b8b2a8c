import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../refusal.ts';
import { sendOn } from '../listener/send-on.ts';
import type { Asker } from '../load/crowd.ts';
import type { Slot, Slots } from '../load/slots.ts';
import { FileReply, nameFile } from './file-reply.ts';
import { JsonStream } from './json-stream.ts';
import { keepPace } from './least-pace.ts';
import { paced } from './paced.ts';
import { SeeOther } from './see-other.ts';
import { shortContent } from './short-content.ts';

/** To whom an answer goes, and the work that has made it or is still making it. */
export interface Delivery {
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
  /** Given back here: at once, or when a stream has been made. */
  readonly slot: Slot;
  readonly sending: Slots;
  /** Nobody reads the answer any more. */
  readonly gone: AbortSignal;
}

/** Turns what a verb answers into a reply. */
export async function sendAnswer(delivery: Delivery, answer: unknown): Promise<unknown> {
  const { call, reply, slot } = delivery;
  if (answer instanceof FileReply) {
    nameFile(reply, call.replyMedia ?? 'application/octet-stream', answer.filename);
    reply.headers(answer.headers);
    return sendContent(delivery, answer.content);
  }
  if (answer instanceof JsonStream) {
    reply.type('application/json; charset=utf-8');
    return sendContent(delivery, answer.text);
  }
  slot.end();
  if (answer instanceof SeeOther) return sendOn(reply, answer.location);
  if (answer === undefined || answer === null) return reply.status(204).send();
  if (call.replyMedia?.startsWith('text/')) return reply.type(call.replyMedia).send(answer);
  // Parsing the reply keeps what the schema does not list from ever leaving.
  const text = JSON.stringify(call.reply.parse(answer));
  reply.type('application/json; charset=utf-8');
  return sendWhole(delivery, Buffer.from(text));
}

/** What is made while it is read: it has a place among what is on its way for as long as that takes. */
async function sendContent(delivery: Delivery, content: Readable | Buffer): Promise<FastifyReply> {
  const { request, reply, slot, gone } = delivery;
  if (!(content instanceof Readable)) {
    slot.end();
    return sendWhole(delivery, content);
  }
  // Fastify would have a stream made to its end to throw it away.
  if (request.method === 'HEAD') {
    content.destroy();
    slot.end();
    return reply.send(Readable.from([]));
  }
  gone.addEventListener('abort', () => content.destroy(), { once: true });
  try {
    const found = await shortContent(content);
    if (!(found instanceof Readable)) {
      slot.end();
      return reply.send(found);
    }
    const place = await placeFor(delivery);
    return reply.send(paced(found, slot).once('close', place.end));
  } catch (error) {
    content.destroy();
    throw gone.aborted ? unavailable('whoever asked has left') : error;
  }
}

// What a connection holds of a small one is not worth a place.
const largeBytes = 256 * 1024;
const pieceBytes = 64 * 1024;

/** What is made already is in memory until its reader has it: large ones have a place too. */
async function sendWhole(delivery: Delivery, content: Buffer): Promise<FastifyReply> {
  const { call, request, reply, gone } = delivery;
  if (content.length <= largeBytes || request.method === 'HEAD') return reply.send(content);
  const place = await placeFor(delivery).catch((error: unknown) => {
    // What is done is told; what was only read can be asked for again.
    if (call.method === 'GET') throw error;
  });
  gone.addEventListener('abort', () => place?.end(), { once: true });
  reply.header('content-length', content.length);
  // Piece by piece it is seen how much of it the reader has taken over.
  return reply.send(Readable.from(piecesOf(content), { objectMode: false }));
}

function* piecesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

async function placeFor({ reply, asker, sending, gone }: Delivery): Promise<Slot> {
  const place = await sending.take(asker, gone);
  if (reply.raw.socket instanceof Socket) keepPace(reply.raw.socket, gone);
  return place;
}
