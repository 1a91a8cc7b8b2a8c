import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { ClosedFilter } from './closed-filter-select.tsx';

export interface FilterOption {
  value: string;
  label: string;
}

export interface FilterSelectProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const openedFilter = new Late(async () => (await import('./opened-filter-select.late.tsx')).OpenedFilterSelect);

/** Several values of one filter. It says how many are chosen; which ones, the chips below say. */
export function FilterSelect(props: FilterSelectProps) {
  const { part: OpenedFilter, press } = useLate(openedFilter);
  return OpenedFilter ? <OpenedFilter {...props} /> : <ClosedFilter {...props} onOpen={press} />;
}
