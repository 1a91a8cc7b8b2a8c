import { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../refusal.ts';
import type { Asker } from '../load/crowd.ts';
import type { Slot, Slots } from '../load/slots.ts';
import { FileReply, nameFile } from './file-reply.ts';
import { JsonStream } from './json-stream.ts';
import { paced } from './paced.ts';
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
    return sendContent(delivery, answer.content);
  }
  if (answer instanceof JsonStream) {
    reply.type('application/json; charset=utf-8');
    return sendContent(delivery, answer.text);
  }
  slot.end();
  if (answer === undefined || answer === null) return reply.status(204).send();
  if (call.replyMedia?.startsWith('text/')) return reply.type(call.replyMedia).send(answer);
  // Parsing the reply keeps what the schema does not list from ever leaving.
  return reply.send(call.reply.parse(answer));
}

async function sendContent(delivery: Delivery, content: Readable | Buffer): Promise<FastifyReply> {
  const { request, reply, asker, slot, sending, gone } = delivery;
  if (!(content instanceof Readable)) {
    slot.end();
    return reply.send(content);
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
    const place = await sending.take(asker, gone);
    return reply.send(paced(found, slot).once('close', place.end));
  } catch (error) {
    content.destroy();
    throw gone.aborted ? unavailable() : error;
  }
}
