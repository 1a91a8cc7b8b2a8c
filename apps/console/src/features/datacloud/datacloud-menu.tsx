import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { DatacloudMenuButton } from './datacloud-menu-button.tsx';

const openedMenu = new Late(async () => (await import('./opened-datacloud-menu.late.tsx')).OpenedDatacloudMenu);

/** The rare actions of a data cloud; their code loads when they are wanted. */
export function DatacloudMenu({ datacloud }: { datacloud: ListedDatacloud }) {
  const { part: OpenedMenu, press } = useLate(openedMenu);
  return OpenedMenu ? (
    <OpenedMenu datacloud={datacloud} />
  ) : (
    <DatacloudMenuButton datacloud={datacloud} onClick={press} />
  );
}
