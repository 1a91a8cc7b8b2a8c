import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Identity } from '@usance/api/account';
import { settings } from '@usance/api/settings';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepProfile } from './profile.queries.ts';

export type Theme = 'light' | 'dark';

/** The theme as it is, and choosing another: it changes at once, and is kept for every browser. */
export function useThemeChoice() {
  const queryClient = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useMutation({
    mutationFn: (chosen: Theme) =>
      call(settings.update, { body: { themeType: chosen === 'dark' ? 'dark' : 'default' } }),
    // One after the other, so that what was chosen last is what is kept.
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

/** Shows the theme that the reader has chosen, in this browser or another. Once: what they choose from here on leads. */
export function useKeptTheme({ traits }: Identity): void {
  const { setColorScheme } = useMantineColorScheme();
  const [kept] = useState(traits.themeType);
  useEffect(() => {
    if (kept !== undefined) setColorScheme(kept === 'dark' ? 'dark' : 'light');
  }, [kept, setColorScheme]);
}
