import { statements } from '@usance/api/billing/statement';
import { contracts } from '@usance/api/contract/contract';
import { accounts } from '@usance/api/people/account';
import { requestOf, urlOf } from '@usance/api/request';

/** A screen with its path. */
export interface Place {
  readonly name: string;
  readonly path: string;
}

/** Signs in as the administrator of the demonstration; returns the session cookie. */
export async function signIn(origin: string): Promise<{ name: string; value: string }> {
  const body = { identifier: 'admin@demo.usance.dev', password: 'Usance-demo-1' };
  const { url, ...login } = requestOf(accounts.login, { body });
  const reply = await fetch(origin + url, login);
  const [name = '', value = ''] = reply.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  if (!reply.ok || value === '') throw new Error(`Sign-in was answered ${reply.status}`);
  return { name, value };
}

/** Returns every screen with data, of the demonstration's company. */
export async function placesOf(origin: string, cookie: { name: string; value: string }): Promise<readonly Place[]> {
  const asked = { headers: { cookie: `${cookie.name}=${cookie.value}` } };
  const read = async (url: string): Promise<unknown> => (await fetch(origin + url, asked)).json();
  const all = contracts.list.reply.parse(await read(urlOf(contracts.list)));
  const id = all.items.find(({ buyerType }) => buyerType === 'E')?.id ?? '';
  const [newest] = statements.list.reply.parse(await read(urlOf(statements.list, { params: { id } }))).items;
  return [
    { name: 'data clouds', path: '/dataclouds' },
    { name: 'contracts', path: '/contracts' },
    { name: 'contract overview', path: `/contracts/${id}/overview` },
    { name: 'create data cloud', path: '/create-datacloud' },
    { name: 'billing overview', path: `/billing-center/${id}/income-expense` },
    { name: 'cost analysis', path: `/billing-center/${id}/cost-analysis` },
    { name: 'statements', path: `/billing-center/${id}/statements` },
    { name: 'statement', path: `/billing-center/${id}/statements/${newest?.id}` },
  ];
}
