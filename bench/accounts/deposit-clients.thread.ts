import { Agent, request } from 'node:http';
import { answerQuestions } from '../../apps/server/src/platform/process/answer-questions.ts';

/** Clients that deposit one unit again and again, each in a contract drawn by lot. */
export interface DepositRun {
  readonly origin: string;
  readonly token: string;
  readonly contractIds: readonly string[];
  readonly clients: number;
  readonly seconds: number;
}

/** The number of deposits that were booked in the time. */
answerQuestions(async ({ origin, token, contractIds, clients, seconds }: DepositRun): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const end = performance.now() + seconds * 1_000;
  let booked = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const id = contractIds[Math.floor(Math.random() * contractIds.length)] ?? '';
        await deposit(`${origin}/internal/api/v1/contracts/${id}/bank-transactions`, agent, token);
        booked += 1;
      }
    }),
  );
  agent.destroy();
  return booked;
});

const body = JSON.stringify({ type: 'deposit', amount: '1.00', currency: 'USD' });

function deposit(url: string, agent: Agent, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', agent, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`A deposit was answered ${reply.statusCode}: ${text}`));
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
