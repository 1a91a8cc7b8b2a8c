import type { Room } from '#platform/house/room.ts';
import { contractArchiveRoom } from './features/installation/contract-archive/room.ts';
import { nouns } from './features/installation/house/nouns.ts';
import { reencryptRoom } from './features/installation/reencrypt/room.ts';
import { verifyRoom } from './features/installation/verify/room.ts';

/** Every room of the server. */
export const rooms: readonly Room[] = [...nouns, reencryptRoom, contractArchiveRoom, verifyRoom];
