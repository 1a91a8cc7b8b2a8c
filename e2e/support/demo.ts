import type { APIRequestContext } from '@playwright/test';
import { internalToken } from '../server/demo-facts.ts';

const password = 'Usance-demo-1';
export type Person = 'admin' | 'finance' | 'auditor' | 'builder' | 'viewer' | 'new';

/** What a demonstration account signs in with. */
export const credentialsOf = (person: Person) => ({ identifier: `${person}@demo.usance.dev`, password });

/** The instant at which the server's clock stands. */
export async function serverNow(): Promise<Date> {
  return new Date(await control('GET', '/'));
}

/** Moves the server's clock, and lets it do all that has come due by then. */
export async function moveClockTo(instant: Date): Promise<void> {
  await control('POST', `/?to=${instant.toISOString()}`);
}

async function control(method: string, path: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${process.env['CONTROL_PORT']}${path}`, { method });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return text;
}

/** A wire arrives at the house's bank: what the back office records, not what the console offers. */
export async function depositCash(contractId: string, currency: string, amount: string): Promise<void> {
  const path = `/internal/api/v1/contracts/${contractId}/bank-transactions`;
  const reply = await fetch(`http://127.0.0.1:${process.env['INTERNAL_PORT']}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${internalToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'deposit',
      amount,
      currency,
      gmtTransacted: (await serverNow()).toISOString(),
      counterpartAccountName: 'Northwind Retail Ltd',
    }),
  });
  if (!reply.ok) throw new Error(await reply.text());
}

interface Contract {
  readonly id: string;
  readonly tags: string;
  readonly currency: string;
}

/** The contract of the demonstration's company, for a person who has signed in. */
export async function companyContract(request: APIRequestContext): Promise<Contract> {
  const { items } = await get<{ items: (Contract & { buyerType: string })[] }>(request, '/api/v1/contracts');
  const company = items.find(({ buyerType }) => buyerType === 'E');
  if (company === undefined) throw new Error('The company has no contract');
  return company;
}

interface Statement {
  readonly id: string;
  readonly month: string;
  readonly dueDate: string;
  readonly payableAmount: string;
  readonly confirmState: string;
}

/** The newest statement of a contract. */
export async function newestStatement(request: APIRequestContext, contractId: string): Promise<Statement> {
  const { items } = await get<{ items: Statement[] }>(request, `/api/v1/contracts/${contractId}/statements`);
  const newest = items[0];
  if (newest === undefined) throw new Error('The contract has no statement');
  return newest;
}

async function get<Body>(request: APIRequestContext, path: string): Promise<Body> {
  const reply = await request.get(path);
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`);
  return (await reply.json()) as Body;
}
