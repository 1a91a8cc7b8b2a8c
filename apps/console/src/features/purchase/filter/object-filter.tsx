import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Range } from '@usance/period/range';
import { useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import type { Option } from '../../../ui/field/option-list.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { FilterSelect } from './filter-select.tsx';

interface ObjectFilterProps {
  contractId: string;
  range: Range;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** A contract has thousands of objects, so the server finds them by a part of their name or id. */
export function ObjectFilter({ contractId, range, chosen, onChange }: ObjectFilterProps) {
  const [typed, setTyped] = useState('');
  const [find] = useDebouncedValue(typed, 200);
  const { data } = useQuery(purchaseQueries.objects(contractId, { start: range.start, end: range.end, find }));
  const options = (data?.items ?? []).map(({ objectID = '', objectName }): Option => {
    return { value: objectID, label: objectName && objectName !== objectID ? `${objectName} · ${objectID}` : objectID };
  });
  return (
    <FilterSelect
      label={m.purchase_object()}
      placeholder={m.purchase_find_object()}
      options={options}
      chosen={chosen}
      onType={setTyped}
      onChange={onChange}
    />
  );
}
