import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../../refusal.ts';
import { sendOn } from '../../listener/problem/send-on.ts';
import type { Asker } from '../../load/crowd.ts';
import type { Slot, Slots } from '../../load/slots.ts';
import { FileReply, nameFile } from './file-reply.ts';
import { JsonStream } from './json-stream.ts';
import { keepPace } from './least-pace.ts';
import { paced } from './paced.ts';
import { SeeOther } from './see-other.ts';
import { shortContent } from './short-content.ts';

/** The recipient of an answer, and the work that makes it. */
export interface Delivery {
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
  /** Returned here: at once, or at the end of a stream. */
  readonly slot: Slot;
  readonly sending: Slots;
  /** Aborts when the reader of the answer has left. */
  readonly gone: AbortSignal;
}

/** Turns the answer of a verb into a reply. */
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
  // Parsing the reply removes fields that the schema does not list.
  const text = JSON.stringify(call.reply.parse(answer));
  reply.type('application/json; charset=utf-8');
  return sendWhole(delivery, Buffer.from(text));
}

/** Sends content that is made while it is read; it holds a place among the replies being sent for that time. */
async function sendContent(delivery: Delivery, content: Readable | Buffer): Promise<FastifyReply> {
  const { request, reply, slot, gone } = delivery;
  if (!(content instanceof Readable)) {
    slot.end();
    return sendWhole(delivery, content);
  }
  // Fastify would read a stream to its end and discard it.
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
    throw gone.aborted ? unavailable('the caller has left') : error;
  }
}

// A small reply fits into the connection's buffers and needs no place.
const largeBytes = 256 * 1024;
const pieceBytes = 64 * 1024;

/** A finished reply stays in memory until its reader has it, so a large one needs a place too. */
async function sendWhole(delivery: Delivery, content: Buffer): Promise<FastifyReply> {
  const { call, request, reply, gone } = delivery;
  if (content.length <= largeBytes || request.method === 'HEAD') return reply.send(content);
  const place = await placeFor(delivery).catch((error: unknown) => {
    // A write has been done, so it is always answered; a read can be asked again.
    if (call.method === 'GET') throw error;
  });
  gone.addEventListener('abort', () => place?.end(), { once: true });
  reply.header('content-length', content.length);
  // Pieces show how much of it the reader has taken.
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
