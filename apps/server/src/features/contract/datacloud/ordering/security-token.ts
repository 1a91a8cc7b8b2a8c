import { createHmac } from 'node:crypto';

const lifeSeconds = 15 * 60;

/** In whose name an order is carried out. */
export interface OrderAsker {
  readonly accountId: string;
  readonly identifier: string;
}

/** What a token is good for: one order of one data cloud. */
interface Purpose {
  readonly orderId: string;
  readonly datacloudId: string;
}

/** A JWT (HS256) by which a controller knows in whose name it acts, and for what. It is made anew each time an order is sent. */
export function securityToken(secret: string, asker: OrderAsker, purpose: Purpose, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: 'usance',
    sub: asker.accountId,
    email: asker.identifier,
    jti: purpose.orderId,
    aud: purpose.datacloudId,
    iat,
    exp: iat + lifeSeconds,
  };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
