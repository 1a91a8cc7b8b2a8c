import type { APIRequestContext } from '@playwright/test';
import { bank } from '@usance/api/billing/bank';
import { type StatementSummary, statements } from '@usance/api/billing/statement';
import { type Contract, contracts } from '@usance/api/contract/contract';
import { callAs, callInternally } from './calls.ts';

const password = 'Usance-demo-1';
export type Person = 'admin' | 'finance' | 'auditor' | 'builder' | 'viewer' | 'new';

/** Returns the credentials of a demonstration account. */
export const credentialsOf = (person: Person) => ({ identifier: `${person}@demo.usance.dev`, password });

/** Returns the instant of the server's clock. */
export async function serverNow(): Promise<Date> {
  return new Date(await control('GET', '/'));
}

/** Moves the server's clock, and runs all work that is due by then. */
export async function moveClockTo(instant: Date): Promise<void> {
  await control('POST', `/?to=${instant.toISOString()}`);
}

/** Returns the last code that was sent to an address. */
export const codeSentTo = (address: string): Promise<string> =>
  control('GET', `/?coded=${encodeURIComponent(address)}`);

async function control(method: string, path: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${process.env['CONTROL_PORT']}${path}`, { method });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return text;
}

/** Records a wire transfer at the operator's bank, which only the back office can do. */
export async function depositCash({ id, currency }: Contract, amount: string): Promise<void> {
  await callInternally(bank.record, {
    params: { id },
    body: {
      type: 'deposit',
      amount,
      currency,
      gmtTransacted: (await serverNow()).toISOString(),
      counterpartAccountName: 'Northwind Retail Ltd',
    },
  });
}

/** The contract of the demonstration's company, for a signed-in person. */
export const companyContract = (request: APIRequestContext) => contractOf(request, 'E');

/** The contract of the demonstration's individual, who owes money. */
export const individualContract = (request: APIRequestContext) => contractOf(request, 'P');

async function contractOf(request: APIRequestContext, buyerType: Contract['buyerType']): Promise<Contract> {
  const { items } = await callAs(request, contracts.list, { query: {} });
  const held = items.find((contract) => contract.buyerType === buyerType);
  if (held === undefined) throw new Error(`The demonstration has no contract of type ${buyerType}`);
  return held;
}

/** Returns the newest statement of a contract. */
export async function newestStatement(request: APIRequestContext, contractId: string): Promise<StatementSummary> {
  const { items } = await callAs(request, statements.list, { params: { id: contractId }, query: {} });
  const newest = items[0];
  if (newest === undefined) throw new Error('The contract has no statement');
  return newest;
}
