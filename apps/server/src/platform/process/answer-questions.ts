import { parentPort } from 'node:worker_threads';
import type { Answered, AskedQuestion } from './thread.ts';

/** Runs inside a Thread: answers its questions. Errors of `answer` are thrown to the asker. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on('message', async ({ no, question }: AskedQuestion<Question>) => {
    parentPort?.postMessage(await answered(no, question, answer));
  });
}

async function answered<Question, Answer>(
  no: number,
  question: Question,
  answer: (question: Question) => Promise<Answer>,
): Promise<Answered<Answer>> {
  try {
    return { no, answer: await answer(question) };
  } catch (failure) {
    return { no, failure };
  }
}
