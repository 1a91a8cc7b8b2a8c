import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { datacloudQueries } from './datacloud.queries.ts';

/** Nobody is told of the first letters of a name. */
const settledMs = 500;

/** Whether the name that is being entered is taken in the region, as far as is known by now. */
export function useNameTaken(name: string, regionID: string): boolean {
  const [settled] = useDebouncedValue(name, settledMs);
  const { data } = useQuery(datacloudQueries.exists(settled, regionID));
  return settled === name && data?.exists === true;
}
