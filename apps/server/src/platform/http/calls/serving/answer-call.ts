import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Subject } from '../../../context/subject.ts';
import { workFor } from '../../load/admission.ts';
import type { Asker } from '../../load/crowd.ts';
import { admittedBy } from '../admission/admitted.ts';
import { goneOf } from '../admission/gone.ts';
import type { ServedCall } from '../admission/served-call.ts';
import { sendAnswer } from '../reply/send-answer.ts';
import { runAction } from './run-action.ts';

/**
 * Translates between HTTP and a verb: authenticate, validate, authorise, run, check the reply against its schema. The
 * work slot is taken only after the whole request has arrived and is allowed, and returned when the work ends.
 */
export async function answerCall(served: ServedCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { call, side } = served;
  const gone = goneOf(reply);
  const admitted = await admittedBy(served, request, gone);
  const asker = askerOf(admitted.subject, request);
  try {
    const slot = await workFor(side.slots, call, request).take(asker, gone, admitted.waitedMs);
    try {
      const answer = await runAction(served, admitted, request, reply, gone);
      if (call[side.family] !== 'anyone') tellTiming(reply, admitted.waitedMs + slot.waitedMs);
      const delivery = { call, request, reply, asker, slot, sending: side.slots.sending, gone };
      return await sendAnswer(delivery, answer);
    } catch (error) {
      slot.end();
      throw error;
    }
  } finally {
    await admitted.arrived?.close();
  }
}

/**
 * Tells the caller's tools, in milliseconds, how long the call waited in line and took in all until its reply begins.
 * Strangers are told nothing that shows what a look-up found.
 */
function tellTiming(reply: FastifyReply, waitedMs: number): void {
  reply.header('server-timing', `line;dur=${waitedMs.toFixed(0)}, total;dur=${reply.elapsedTime.toFixed(0)}`);
}

function askerOf(subject: Subject, { ip, deviceAccount }: FastifyRequest): Asker {
  const address = normalizeIP(ip);
  switch (subject.kind) {
    case 'anonymous':
      return { account: deviceAccount, address };
    case 'account':
      return { account: subject.accountId, address };
    case 'internal':
      return { account: subject.tokenId, address };
  }
}
