import * as m from '../../../i18n/messages.gen.ts';
import { type FilterChip, FilterChips } from '../../../ui/field/filter-chips.tsx';
import { formatDay } from '../../../ui/format/dates.ts';
import { cloudName, editionName } from '../../cloud/cloud-words.ts';
import { type FilterKey, filterKeys, filterWord, noFilters } from '../search/purchase-filters.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { datacloudOptions, type PurchaseFields, regionOptions, tagName } from './filter-options.ts';

interface PurchaseChipsProps {
  search: PurchaseSearch;
  /** The values of the range, once loaded, with the names of data clouds and regions. */
  fields: PurchaseFields | undefined;
  onChange: ChangePurchaseSearch;
}

/** The active filters, with a chip for each value. */
export function PurchaseChips({ search, fields, onChange }: PurchaseChipsProps) {
  const names = namesIn(fields);
  const chips = [
    ...filterKeys.flatMap((key) =>
      (search[key] ?? []).map((value) => ({
        key: `${key} ${value}`,
        name: filterWord[key](),
        value: valueName(key, value, names),
        removal: without(search, key, value),
      })),
    ),
    ...flagChips(search),
  ];
  return (
    <FilterChips
      chips={chips}
      onRemove={(chosen) => {
        const chip = chips.find(({ key }) => key === chosen);
        if (chip !== undefined) onChange(chip.removal);
      }}
      onClear={() => onChange(noFilters)}
    />
  );
}

function flagChips({ nonzero, day }: PurchaseSearch): (FilterChip & { removal: Partial<PurchaseSearch> })[] {
  return [
    ...(day === undefined
      ? []
      : [{ key: 'day', name: m.purchase_details_of(), value: formatDay(day), removal: { day: undefined } }]),
    ...(nonzero
      ? [{ key: 'nonzero', name: m.purchase_amount(), value: m.purchase_nonzero_chip(), removal: { nonzero: false } }]
      : []),
  ];
}

function without(search: PurchaseSearch, key: FilterKey, value: string): Partial<PurchaseSearch> {
  const rest = (search[key] ?? []).filter((other) => other !== value);
  return { [key]: rest.length === 0 ? undefined : rest };
}

function namesIn(fields: PurchaseFields | undefined): ReadonlyMap<string, string> {
  const options = {
    datacloudID: datacloudOptions(fields?.dataclouds ?? []),
    region: regionOptions(fields?.regions ?? []),
  };
  return new Map(
    Object.entries(options).flatMap(([key, named]) => named.map(({ value, label }) => [`${key} ${value}`, label])),
  );
}

function valueName(key: FilterKey, value: string, names: ReadonlyMap<string, string>): string {
  if (key === 'cloud') return cloudName(value);
  if (key === 'edition') return editionName(value);
  if (key === 'tag') return tagName(value);
  return names.get(`${key} ${value}`) ?? value;
}
