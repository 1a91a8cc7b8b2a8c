import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Identity } from '@usance/api/people/account';
import { settings } from '@usance/api/people/settings';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepProfile } from './profile.queries.ts';

export type Theme = 'light' | 'dark';

/** Returns the theme, and a function that changes it at once and saves it for every browser. */
export function useThemeChoice() {
  const queryClient = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useMutation({
    mutationFn: (chosen: Theme) =>
      call(settings.update, { body: { themeType: chosen === 'dark' ? 'dark' : 'default' } }),
    // Changes are sent one by one, so that the last choice is stored.
    scope: { id: 'theme' },
    onSuccess: (profile) => keepProfile(queryClient, profile),
  });
  const theme: Theme = colorScheme === 'light' ? 'light' : 'dark';
  const choose = (chosen: Theme) => {
    setColorScheme(chosen);
    keep.mutate(chosen);
  };
  return { theme, choose, error: keep.error };
}

/** Applies the account's saved theme once; later choices on this page take precedence. */
export function useKeptTheme({ traits }: Identity): void {
  const { setColorScheme } = useMantineColorScheme();
  const [kept] = useState(traits.themeType);
  useEffect(() => {
    if (kept !== undefined) setColorScheme(kept === 'dark' ? 'dark' : 'light');
  }, [kept, setColorScheme]);
}
