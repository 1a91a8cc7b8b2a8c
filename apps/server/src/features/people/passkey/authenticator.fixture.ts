import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { CallBody } from '@usance/api/call';
import type { PasskeyCreation, PasskeyRequest, passkeys } from '@usance/api/people/passkey';

/** The parts that a dishonest authenticator or page may forge. */
interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  readonly count?: number;
  readonly userHandle?: string | undefined;
  readonly id?: string;
  readonly type?: string;
}

type Made = CallBody<typeof passkeys.add>['credential'];
type Signed = CallBody<typeof passkeys.signIn>['credential'];

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** A software authenticator with one P-256 passkey, which counts its signatures. */
export class Authenticator {
  readonly id = base64url(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #count = 0;
  #userHandle = base64url('acc-nobodynobody');

  make(asked: PasskeyCreation, lies: Lies = {}): Made {
    this.#userHandle = asked.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#data(asked.rp.id, { count: 0, ...lies }, 0x40), key]);
    const statement = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(lies),
      response: {
        clientDataJSON: clientData('webauthn.create', asked.challenge, lies),
        attestationObject: base64url(isoCBOR.encode(statement as never)),
        transports: ['internal'],
      },
    };
  }

  sign(asked: PasskeyRequest, lies: Lies = {}): Signed {
    this.#count += 1;
    const data = this.#data(asked.rpId, lies, 0);
    const clientDataJSON = clientData('webauthn.get', asked.challenge, lies);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#named(lies),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
        userHandle: 'userHandle' in lies ? lies.userHandle : this.#userHandle,
      },
    };
  }

  #named({ id = this.id }: Lies) {
    return { id, rawId: id, type: 'public-key' as const };
  }

  #data(rpId: string, lies: Lies, flags: number): Buffer {
    const { isUserVerified = true, isUserPresent = true, count = this.#count } = lies;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const told = flags | (isUserPresent ? 0x01 : 0) | (isUserVerified ? 0x04 : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([told]), counted]);
  }

  /** The public key in COSE form: ES256 on P-256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}

function clientData(type: string, challenge: string, lies: Lies): string {
  const { origin = 'https://console.example.com', crossOrigin = false } = lies;
  return base64url(
    JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin }),
  );
}
