import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backup, furnished, limitMs, newFolder, opened, restore } from './installation.fixture.ts';

it(
  'rows from before a rule that lets them be are restored, and the rule holds for others as before',
  async () => {
    const { installation, contractId } = await furnished(newFolder());
    // As migration 0017 leaves a mark of an earlier version.
    await installation.ownerScript(`
    alter table usage_dirty_day drop constraint usage_dirty_day_can_be_rated;
    insert into usage_dirty_day (contract_id, day) values ('${contractId}', '1970-01-01');
    alter table usage_dirty_day add constraint usage_dirty_day_can_be_rated
      check (day between '2000-01-01' and '2101-01-01') not valid`);
    const file = join(newFolder(), 'backup.zip');
    await backup(installation, file);
    await installation.close();
    const dataDir = newFolder();
    await restore(file, { DATA_DIR: dataDir });
    const restored = await opened(dataDir);
    const marks = await restored.deps.db.selectFrom('usage_dirty_day').select('day').execute();
    expect(marks).toContainEqual({ day: '1970-01-01' });
    const another = `insert into usage_dirty_day (contract_id, day) values ('${contractId}', '1970-01-02')`;
    await expect(restored.ownerScript(another)).rejects.toMatchObject({ constraint: 'usage_dirty_day_can_be_rated' });
    await restored.close();
  },
  limitMs,
);
