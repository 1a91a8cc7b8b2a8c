import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What is kept of a secret, and which key reads it. */
export interface Sealed {
  readonly key_id: string;
  readonly secret: string;
}

/**
 * The installation's key: encrypts the secrets that have to be read again, so that a copy of the database has none. It
 * seals with the key of now, and reads what former ones have sealed for as long as it is told them.
 */
export class SealingKey {
  readonly id: string;
  /** Of those that are read and seal no more. */
  readonly formerIds: readonly string[];
  readonly #key: Buffer;
  readonly #former: ReadonlyMap<string, SealingKey>;

  constructor(secret: string, former: readonly string[] = []) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'usance second factor', 32));
    this.id = createHash('sha256').update('id of ').update(this.#key).digest('hex').slice(0, 16);
    const others = former.map((each) => new SealingKey(each)).filter(({ id }) => id !== this.id);
    this.#former = new Map(others.map((each) => [each.id, each]));
    this.formerIds = [...this.#former.keys()];
  }

  /** Of all that are read. */
  get knownIds(): readonly string[] {
    return [this.id, ...this.formerIds];
  }

  /** Encrypts a secret for its account: moved to another's row it cannot be read. */
  seal(secret: Uint8Array, accountId: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(accountId));
    const text = Buffer.concat([sealing.update(secret), sealing.final()]);
    return { key_id: this.id, secret: Buffer.concat([nonce, text, sealing.getAuthTag()]).toString('base64url') };
  }

  /** The secret, or nothing where a key sealed it that we are not told. One that somebody has changed throws. */
  open(sealed: Sealed, accountId: string): Buffer | undefined {
    if (sealed.key_id !== this.id) return this.#former.get(sealed.key_id)?.open(sealed, accountId);
    const bytes = Buffer.from(sealed.secret, 'base64url');
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(accountId))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  }
}
