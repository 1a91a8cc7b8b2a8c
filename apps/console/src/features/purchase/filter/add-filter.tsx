import { Button } from '@mantine/core';
import type { Range } from '@usance/period/range';
import { useCallback, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Late } from '../../../ui/late/late.ts';
import { Panel } from '../../../ui/opening/panel.tsx';
import { useLate } from '../../../ui/opening/use-late.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import type { PurchaseFields } from './filter-options.ts';

const filterChoice = new Late(async () => (await import('./filter-choice.late.tsx')).FilterChoice);

export interface AddFilterProps {
  contractId: string;
  range: Range;
  search: PurchaseSearch;
  /** The values of the range, once loaded. */
  fields: PurchaseFields | undefined;
  onChange: ChangePurchaseSearch;
}

/** A button that opens the filters by name. */
export function AddFilter(props: AddFilterProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { part: FilterChoice, press } = useLate(filterChoice);
  const close = useCallback(() => setOpen(false), []);
  const turn = () => {
    setOpen(!isOpen);
    press();
  };
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="default"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        leftSection={<span aria-hidden="true">+</span>}
        onClick={turn}
      >
        {m.purchase_add_filter()}
      </Button>
      {isOpen && FilterChoice && (
        <Panel label={m.purchase_filter_by()} control={button} onClose={close}>
          <FilterChoice {...props} />
        </Panel>
      )}
    </>
  );
}
