import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { datacloudQueries } from '../datacloud.queries.ts';

/** Waits until the reader pauses typing. */
const settledMs = 500;

/** True if the typed name is known to be taken in the region. */
export function useNameTaken(name: string, regionID: string): boolean {
  const [settled] = useDebouncedValue(name, settledMs);
  const { data } = useQuery(datacloudQueries.exists(settled, regionID));
  return settled === name && data?.exists === true;
}
