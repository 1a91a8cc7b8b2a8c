import { createServer } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openMail } from './open-mail.ts';

const message = { to: 'new@example.com', subject: 'Your code', text: 'It is 123456.' };
const log = pino({ level: 'silent' });

describe('mail', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('is kept in the outbox and printed when there is no mail server', async () => {
    const printed: string[] = [];
    const printing = pino({}, { write: (line) => void printed.push(line) });
    await openMail(undefined, { ...app.deps, log: printing }).send(message);
    const kept = await app.deps.db.selectFrom('mail_outbox').selectAll().execute();
    expect(kept).toMatchObject([{ recipient: message.to, subject: message.subject, body: message.text }]);
    expect(printed.join()).toMatch(message.text);
  });

  it('goes to the one address that was given, from the sender of SMTP_URL', async () => {
    const server = await mailServer();
    const mail = openMail(`smtp://127.0.0.1:${server.port}?from=billing@usance.example`, { ...app.deps, log });
    await mail.send({ ...message, to: 'a@example.com' });
    expect(server.received()).toMatch('MAIL FROM:<billing@usance.example>');
    expect(server.received().match(/RCPT TO:.*/g)).toEqual(['RCPT TO:<a@example.com>']);
    expect(server.received()).toMatch(message.text);
    server.close();
  });

  it('rejects when the server does not take it', async () => {
    const server = await mailServer('550 no');
    const mail = openMail(`smtp://127.0.0.1:${server.port}`, { ...app.deps, log });
    await expect(mail.send(message)).rejects.toThrow('550');
    server.close();
  });
});

/** As much of SMTP as a message needs. */
async function mailServer(toRecipient = '250 ok') {
  let received = '';
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      received += chunk;
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (inData && line !== '.') continue;
        inData = line === 'DATA';
        if (line.startsWith('RCPT')) socket.write(`${toRecipient}\r\n`);
        else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, received: () => received.replaceAll('\r', ''), close: () => server.close() };
}
