import type { DatacloudRow } from '../datacloud.ts';
import type { OrderKind } from '../provisioner.ts';
import { type OrderAsker, securityToken } from './security-token.ts';

/** The fields of an order that is sent. */
interface SentOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly createdAt: Date;
  readonly asker: OrderAsker | undefined;
  readonly datacloud: DatacloudRow;
}

/** The client of a region's controller. `send` rejects if the outcome is unknown. */
export interface Controller {
  /** `refused` is final; `gone` means that the data cloud no longer exists. */
  send(order: SentOrder, now: Date): Promise<'taken' | 'refused' | 'gone'>;
}

const patienceMs = 10_000;

/**
 * Sends orders as JSON by POST to `url`, with `{regionID}` replaced by the data cloud's region and `token` as bearer.
 * Any 2xx accepts the order, whose outcome is reported later. 409 and 422 refuse it for good; 410 says that there is
 * nothing to delete.
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

/**
 * Builds the controller's URL. Imported bills bring their own regions, so one that is no plain word must not choose
 * the address.
 */
function addressOf(url: string, regionId: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/i.test(regionId)) throw new Error(`The region ${regionId} cannot name a controller`);
  return url.replaceAll('{regionID}', regionId.toLowerCase());
}
