import { afterEach, expect, it } from 'vitest';
import { Thread, ThreadEnded } from './thread.ts';

// The question names what the thread does: answer, throw, end, or exceed its memory.
const source = (says: string) => `
  import { parentPort, threadId } from 'node:worker_threads';
  import { answerQuestions } from ${JSON.stringify(new URL('./answer-questions.ts', import.meta.url).href)};
  answerQuestions(async (question) => { ${says} });`;
const threadThat = (says: string) =>
  new Thread<string, string>(new URL(`data:text/javascript,${encodeURIComponent(source(says))}`));
const doing = `
  if (question === 'throw') throw new RangeError('no');
  if (question === 'end') process.exit(3);
  if (question === 'never') await new Promise(() => {});
  if (question === 'swell') for (let all = [];;) all.push(new Array(100_000).fill(question));
  return question + ' ' + threadId;`;

let thread = threadThat(doing);
afterEach(async () => {
  await thread.end();
  thread = threadThat(doing);
});

it('answers each question, on one thread that is not this one', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((question) => thread.ask(question)));
  const [, id] = String(answers[0]).split(' ');
  expect(id).not.toBe('0');
  expect(answers).toEqual([`a ${id}`, `b ${id}`, `c ${id}`]);
});

it('throws the error of the thread, and answers further questions', async () => {
  const [thrown, answer] = await Promise.allSettled([thread.ask('throw'), thread.ask('a')]);
  expect(thrown).toMatchObject({ reason: new RangeError('no') });
  expect(answer).toMatchObject({ status: 'fulfilled' });
});

it.each(['end', 'swell'])(
  'fails all waiting questions when it ends (%s), and starts again for the next',
  async (how) => {
    const [waiting, killer] = await Promise.allSettled([thread.ask('never'), thread.ask(how)]);
    expect([waiting, killer]).toMatchObject([{ reason: expect.any(ThreadEnded) }, { reason: expect.any(ThreadEnded) }]);
    expect(await thread.ask('a')).toMatch(/^a /);
  },
);

it('fails a waiting question when it is ended from here', async () => {
  const waiting = expect(thread.ask('never')).rejects.toThrow(ThreadEnded);
  await thread.end();
  await waiting;
});
