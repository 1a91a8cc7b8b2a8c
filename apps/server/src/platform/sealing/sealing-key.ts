import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A stored secret, with the key that opens it. */
export interface Sealed {
  readonly key_id: string;
  readonly secret: string;
}

/**
 * The installation's key. It encrypts secrets that must be read again, so that a copy of the database reveals none. It
 * also opens secrets of the former keys that the operator still names.
 */
export class SealingKey {
  readonly id: string;
  /** The ids of the keys that only decrypt. */
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

  /** The ids of all keys that decrypt. */
  get knownIds(): readonly string[] {
    return [this.id, ...this.formerIds];
  }

  /** Encrypts a secret for its account: moved to another row it cannot be read. */
  seal(secret: Uint8Array, accountId: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(accountId));
    const text = Buffer.concat([sealing.update(secret), sealing.final()]);
    return { key_id: this.id, secret: Buffer.concat([nonce, text, sealing.getAuthTag()]).toString('base64url') };
  }

  /** Decrypts a secret; undefined if its key is unknown. Throws if the secret was changed. */
  open(sealed: Sealed, accountId: string): Buffer | undefined {
    if (sealed.key_id !== this.id) return this.#former.get(sealed.key_id)?.open(sealed, accountId);
    const bytes = Buffer.from(sealed.secret, 'base64url');
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(accountId))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  }
}
