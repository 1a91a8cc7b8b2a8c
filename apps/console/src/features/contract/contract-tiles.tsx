import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '../../paraglide/messages.js';
import { Tiles } from '../../ui/page/tile.tsx';
import { ContractTile, type UpgradeContract } from './contract-tile.tsx';
import classes from './contract-tiles.module.css';

interface ContractTilesProps {
  contracts: readonly Contract[];
  onUpgrade: UpgradeContract | undefined;
}

/** So many tiles are a page that can be looked through; the others are there when they are asked for. */
const unfolded = 24;

/** Contracts side by side, the newest first. */
export function ContractTiles({ contracts, onUpgrade }: ContractTilesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? contracts : contracts.slice(0, unfolded);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The button is gone: who came by keyboard goes on with the first that it brought.
    document.querySelector<HTMLElement>(`#${contracts[unfolded]?.id}-name a`)?.focus();
  };
  return (
    <>
      <Tiles>
        {shown.map((contract) => (
          <ContractTile key={contract.id} contract={contract} onUpgrade={onUpgrade} />
        ))}
      </Tiles>
      {shown.length < contracts.length && (
        <div className={classes.more} data-screen-only>
          <Button variant="default" onClick={showAll}>
            {m.contract_show_all({ total: contracts.length })}
          </Button>
        </div>
      )}
    </>
  );
}
