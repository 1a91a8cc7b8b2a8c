import { answerQuestions } from '#platform/process/answer-questions.ts';
import type { AnswerQuestion, ReadAnswer } from './read-answer.ts';
import { readResponse } from './sound-response.ts';
import { Untrusted } from './untrusted.ts';
import { verifiedAnswer } from './verified-answer.ts';

answerQuestions(async ({ encoded, against }: AnswerQuestion): Promise<ReadAnswer> => {
  try {
    const response = readResponse(encoded);
    const { inResponseTo } = response;
    if (against === undefined) return { inResponseTo };
    return { inResponseTo, vouched: await verifiedAnswer(response, against.provider, against.own, against.now) };
  } catch (error) {
    // An error loses its class on its way to another thread.
    if (error instanceof Untrusted) return { untrusted: error.message, about: error.about, cause: error.cause };
    throw error;
  }
});
