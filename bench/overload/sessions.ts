import { Agent } from 'node:http';
import { accounts } from '@usance/api/people/account';
import { requestOf } from '@usance/api/request';
import type { Client } from './clients.ts';

// The accounts of the demonstration that may read bills.
const people = ['admin', 'finance', 'auditor'];

/** Signs in `count` clients, each with its own session of one of these accounts. */
export async function signInAll(origin: string, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `198.18.${Math.floor(at / 250)}.${(at % 250) + 1}`;
    clients.push(await signIn(origin, `${people[at % people.length]}@demo.usance.dev`, address));
  }
  return clients;
}

async function signIn(origin: string, identifier: string, address: string): Promise<Client> {
  const { url, ...login } = requestOf(accounts.login, { body: { identifier, password: 'Usance-demo-1' } });
  const from = { 'x-forwarded-for': address };
  const reply = await fetch(origin + url, { ...login, headers: { ...login.headers, ...from } });
  const cookie = reply.headers.getSetCookie().find((each) => each.startsWith('__Host-sid='));
  if (cookie === undefined) throw new Error(`Sign-in was answered ${reply.status}: ${await reply.text()}`);
  const [session = ''] = cookie.split(';');
  return { agent: new Agent({ keepAlive: true, maxSockets: 1 }), headers: { ...from, cookie: session } };
}
