import { createHmac } from 'node:crypto';

const lifeSeconds = 15 * 60;

/** The account in whose name an order is carried out. */
export interface OrderAsker {
  readonly accountId: string;
  readonly identifier: string;
}

/** The scope of a token: one order of one data cloud. */
interface Purpose {
  readonly orderId: string;
  readonly datacloudId: string;
}

/** Returns a JWT (HS256) that tells a controller for whom and for which order it acts. Each sending gets a new one. */
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
