import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CallReply } from '@usance/api/call';
import type { contractKeys } from '@usance/api/contract/contract-key';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import type { SealedRows } from '#platform/sealing/sealed-rows.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { keyIdOf } from '../licence/licence.ts';

export type ContractKeyRow = Selectable<Database['contract_key']>;

const boundTo = (contractId: string) => `contract key ${contractId}`;

/** Creates the row of a contract's new key pair; the private key is encrypted and bound to the contract. */
export function newContractKey(key: SealingKey, contractId: string, now: Date): ContractKeyRow {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const { key_id, secret } = key.seal(pkcs8, boundTo(contractId));
  return { contract_id: contractId, public_key: rawOf(publicKey), key_id, secret, created_at: now };
}

/** Decrypts the private key; undefined if the installation key that encrypted it is unknown. */
export function privateKeyOf(key: SealingKey, row: ContractKeyRow): KeyObject | undefined {
  const der = key.open(row, boundTo(row.contract_id));
  return der && createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export function publicKeyOf({ public_key }: Pick<ContractKeyRow, 'public_key'>): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** The wire form of a contract's public key. */
export function contractKeyOf(row: ContractKeyRow): CallReply<typeof contractKeys.publickey> {
  const publicKey = publicKeyOf(row);
  return {
    contractId: row.contract_id,
    keyID: keyIdOf(publicKey),
    algorithm: 'Ed25519',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    gmtCreated: row.created_at.toISOString(),
  };
}

function rawOf(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

/** The encrypted private keys of contracts, for a change of the installation's key. */
export const sealedContractKeys: SealedRows = {
  table: 'contract_key',
  id: 'contract_id',
  secret: 'secret',
  boundTo,
  replace: async (tx, keyId, ids, secrets) => {
    await sql`
      update contract_key set key_id = ${keyId}, secret = anew.secret
      from unnest(${ids}::text[], ${secrets}::text[]) as anew (id, secret) where contract_id = anew.id
    `.execute(tx);
  },
};
