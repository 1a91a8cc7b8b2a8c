import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../people/token/create-token.ts';
import { revokeToken } from '../../people/token/revoke-token.ts';
import { backup, furnished, limitMs, newFolder, opened, restore } from './installation.fixture.ts';
import { revivedAccess } from './revived-access.ts';

const file = join(newFolder(), 'backup.zip');
let standing: string;
beforeAll(async () => {
  const { installation } = await furnished(newFolder());
  const { deps, clock, ownerScript } = installation;
  await ownerScript(`
    insert into account (id, identifier, password_hash, created_at) values ('acc-1', 'a@b.example', 'x', now());
    insert into session (id, account_id, token_hash, device, address, created_at, last_used_at, proved_at, expires_at)
      values ('ses-1', 'acc-1', 'hash', '', '', now(), now(), now(), now() + interval '30 days')`);
  const make = (name: string) =>
    deps.db.transaction().execute((tx) => makeToken({ tx, now: clock.now() }, { name, scopes: ['usage.write'] }));
  standing = (await make('meter eu-1')).id;
  const { id } = await make('of before');
  await deps.db.transaction().execute((tx) => revokeToken({ tx, now: clock.now() }, { params: { id } }));
  await backup(installation, file);
  await installation.close();
}, limitMs);

describe('access that may have been revoked since the backup', { timeout: limitMs }, () => {
  it('is closed to all sessions, and every token that is valid again is listed', async () => {
    const dataDir = newFolder();
    await restore(file, { DATA_DIR: dataDir });
    const { deps, close } = await opened(dataDir);
    expect(await deps.db.selectFrom('account').select('id').where('id', '=', 'acc-1').execute()).toHaveLength(1);
    expect(await deps.db.selectFrom('session').select('id').execute()).toEqual([]);
    expect(await revivedAccess(deps)).toEqual([
      expect.stringContaining('All sessions have ended'),
      expect.stringMatching(new RegExp(`^[^\\n]*${standing} "meter eu-1" \\(usage\\.write\\)\\.$`)),
    ]);
    await deps.db.deleteFrom('internal_token').execute();
    expect(await revivedAccess(deps)).toHaveLength(1);
    await close();
  });
});
