import type { DatacloudRow } from '../datacloud.ts';
import type { OrderKind } from '../provisioner.ts';
import { type OrderAsker, securityToken } from './security-token.ts';

/** An order as it is sent. */
interface SentOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly createdAt: Date;
  readonly asker: OrderAsker | undefined;
  readonly datacloud: DatacloudRow;
}

/** Whoever carries orders out in the regions. Rejects when it cannot be said whether an order was taken. */
export interface Controller {
  /** `refused` is for good, `gone` that there is nothing left of the data cloud. */
  send(order: SentOrder, now: Date): Promise<'taken' | 'refused' | 'gone'>;
}

const patienceMs = 10_000;

/**
 * Over HTTP: POST as JSON to `url`, in which `{regionID}` stands for the data cloud's region, with `token` as bearer. Any 2xx
 * means it was taken, and its end is told later; 409 and 422 refuse it for good; 410 says that nothing is there to delete.
 */
export function httpController({ url, token }: { url: string; token: string }, waitMs = patienceMs): Controller {
  return {
    send: async (order, now) => {
      const reply = await fetch(addressOf(url, order.datacloud.region_id), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': order.id,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(bodyOf(order, token, now)),
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      });
      await reply.body?.cancel();
      if (reply.ok) return 'taken';
      if (reply.status === 410 && order.kind === 'delete') return 'gone';
      if (reply.status === 409 || reply.status === 422) return 'refused';
      throw new Error(`The controller of ${order.datacloud.region_id} answered ${reply.status}`);
    },
  };
}

function bodyOf({ id, kind, createdAt, asker, datacloud }: SentOrder, token: string, now: Date) {
  return {
    orderId: id,
    kind,
    orderedAt: createdAt.toISOString(),
    datacloud: {
      id: datacloud.id,
      name: datacloud.name,
      contractId: datacloud.contract_id,
      edition: datacloud.edition,
      cloud: datacloud.cloud,
      region: datacloud.region,
      regionID: datacloud.region_id,
      regionURL: datacloud.region_url,
    },
    ...(asker && {
      askedBy: { accountId: asker.accountId, identifier: asker.identifier },
      securityToken: securityToken(token, asker, { orderId: id, datacloudId: datacloud.id }, now),
    }),
  };
}

/** An imported bill brings regions of its own: what is no plain word may not choose where an order goes. */
function addressOf(url: string, regionId: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/i.test(regionId)) throw new Error(`No controller can be named by ${regionId}`);
  return url.replaceAll('{regionID}', regionId.toLowerCase());
}
