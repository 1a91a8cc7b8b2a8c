import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { openCarriers } from './open-carriers.ts';
import { smtpCarrier } from './smtp-carrier.ts';

const message = { channel: 'mail', to: 'new@example.com', subject: 'Your code', text: 'It is 123456.' } as const;

const opened: Server[] = [];
afterAll(() => {
  for (const server of opened) server.close();
});

it('a message goes to the one address that was given, from the sender of SMTP_URL', async () => {
  const server = await mailServer();
  const { mail } = openCarriers({
    smtpUrl: `smtp://127.0.0.1:${server.port}?from=billing@usance.example`,
    smsUrl: undefined,
  });
  await mail?.send({ ...message, to: 'a@example.com' });
  expect(server.received()).toMatch('MAIL FROM:<billing@usance.example>');
  expect(server.received().match(/RCPT TO:.*/g)).toEqual(['RCPT TO:<a@example.com>']);
  expect(server.received()).toMatch(message.text);
});

it('a message that the mail server refuses is not sent', async () => {
  const server = await mailServer('550 no');
  const { mail } = openCarriers({ smtpUrl: `smtp://127.0.0.1:${server.port}`, smsUrl: undefined });
  await expect(mail?.send(message)).rejects.toThrow('550');
});

it('a mail server that never stops talking is left after a while', async () => {
  const server = createServer((socket) => {
    const saying = setInterval(() => socket.write('220-one more line\r\n'), 5);
    socket.on('error', () => undefined).on('close', () => clearInterval(saying));
  });
  const mail = smtpCarrier(`smtp://127.0.0.1:${await listening(server)}`, { wholeMs: 100 });
  await expect(mail.send(message)).rejects.toThrow(/abort|timeout/i);
});

it('a text message goes to the provider as JSON, with the credentials of SMS_URL', async () => {
  const provider = await smsProvider(202);
  const { sms } = openCarriers({
    smtpUrl: undefined,
    smsUrl: `http://usance:s%40cret@127.0.0.1:${provider.port}/send`,
  });
  await sms?.send({ ...message, channel: 'sms', to: '+8613912345678' });
  expect(provider.received).toEqual([
    {
      url: '/send',
      authorization: `Basic ${Buffer.from('usance:s@cret').toString('base64')}`,
      body: { to: '+8613912345678', text: message.text },
    },
  ]);
});

it('a message that the provider refuses is not sent', async () => {
  const provider = await smsProvider(500);
  const { sms } = openCarriers({ smtpUrl: undefined, smsUrl: `http://127.0.0.1:${provider.port}` });
  await expect(sms?.send(message)).rejects.toThrow('500');
});

/** Speaks as much SMTP as a message needs. */
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
  return { port: await listening(server), received: () => received.replaceAll('\r', '') };
}

async function smsProvider(status: number) {
  const received: object[] = [];
  const server = createHttpServer(async (request, reply) => {
    received.push({ url: request.url, authorization: request.headers.authorization, body: await json(request) });
    reply.writeHead(status).end();
  });
  return { port: await listening(server), received };
}

async function listening(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
