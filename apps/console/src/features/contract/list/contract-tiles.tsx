import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { formatCount } from '../../../ui/format/formatters.ts';
import { FoldedTiles } from '../../../ui/page/folded-tiles.tsx';
import { ContractTile } from './contract-tile.tsx';
import type { UpgradeContract } from './upgrade-button.tsx';

interface ContractTilesProps {
  contracts: readonly Contract[];
  onUpgrade: UpgradeContract | undefined;
}

/** Contracts as tiles, newest first. */
export function ContractTiles({ contracts, onUpgrade }: ContractTilesProps) {
  return (
    <FoldedTiles
      items={contracts}
      unfolded={24}
      showAll={m.contract_show_all({ total: formatCount(contracts.length) })}
    >
      {(contract) => <ContractTile key={contract.id} contract={contract} onUpgrade={onUpgrade} />}
    </FoldedTiles>
  );
}
