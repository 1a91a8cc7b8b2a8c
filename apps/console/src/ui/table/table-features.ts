import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { PhonePlace } from './column/column.ts';

/** Exactly the features that our tables use; others would be code to load. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  columnMeta: metaHelper<{
    header: string;
    align: 'start' | 'end';
    minWidth: number | undefined;
    share: number | undefined;
    phone: PhonePlace | undefined;
    wraps: boolean | undefined;
    stays: boolean | undefined;
  }>(),
});
