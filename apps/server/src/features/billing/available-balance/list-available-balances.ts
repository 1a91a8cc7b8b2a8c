import type {
  AvailableBalance,
  listAvailableBalances as listAvailableBalancesCall,
} from '@usance/api/available-balance';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { role, rolesAllow } from '@usance/api/role';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import type { ReadContext } from '../../../platform/context.ts';
import '../../party/contract/contract.table.ts';
import '../../party/role/role.table.ts';
import { readAvailableBalance } from './read-available-balance.ts';

/** A page of balances, newest contract first: of the contracts whose billing the account may read, or of all for internal callers. */
export async function listAvailableBalances(
  ctx: ReadContext,
  { pageNum, pageSize }: ParsedQuery<typeof listAvailableBalancesCall>,
): Promise<CallReply<typeof listAvailableBalancesCall>> {
  const readable = readableContracts(ctx);
  const { total } = await readable.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await readable
    .select('contract.id')
    .orderBy('contract.created_at', 'desc')
    .orderBy('contract.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const items: AvailableBalance[] = [];
  for (const { id } of rows) items.push(await readAvailableBalance(ctx, id));
  return { items, pageNum, pageSize, totalSize: Number(total) };
}

const billingReaders = role.options.filter((held) => rolesAllow([held], 'billing.read'));

function readableContracts({ db, subject }: ReadContext) {
  const contracts = db.selectFrom('contract');
  if (subject.kind === 'internal') return contracts;
  const accountId = accountIdOf(subject);
  return contracts.where('contract.id', 'in', (eb) =>
    eb
      .selectFrom('contract_role')
      .select('contract_role.contract_id')
      .where('contract_role.account_id', '=', accountId)
      .where('contract_role.role', 'in', billingReaders),
  );
}
