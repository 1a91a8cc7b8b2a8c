import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { useThemeChoice } from '../../features/profile/use-theme-choice.ts';
import * as m from '../../i18n/messages.gen.ts';
import { changeLocale, useLocale } from '../../ui/format/locale.ts';
import {
  IconBook2,
  IconCloud,
  IconCreditCard,
  IconInfoCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
} from '../../ui/icon/icons.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

/** Returns what the reader can do from anywhere. */
export function useActions(contract: Contract | undefined, onKeys: () => void): PaletteGroup {
  const { theme, choose } = useThemeChoice();
  const other = useLocale() === 'en' ? 'zh' : 'en';
  const contracts = useQuery(contractQueries.all()).data?.items ?? [];
  const isDark = theme === 'dark';
  const create: PaletteEntry = {
    id: 'create',
    label: m.datacloud_create(),
    icon: IconCloud,
    leads: {
      to: '/create-datacloud',
      ...(contract?.permissions?.canCreateDatacloud && { search: { contract: contract.id } }),
    },
  };
  const pay: PaletteEntry = {
    id: 'pay',
    label: m.available_balance_pay(),
    icon: IconCreditCard,
    words: [m.palette_pay_words()],
    leads: { to: '/contracts/$contractId/payment-methods', params: { contractId: contract?.id ?? '' } },
  };
  return {
    title: m.palette_actions(),
    entries: [
      ...(contracts.some(({ permissions }) => permissions?.canCreateDatacloud) ? [create] : []),
      ...(contract?.permissions?.canReadBilling ? [pay] : []),
      {
        id: 'theme',
        label: isDark ? m.shell_theme_light() : m.shell_theme_dark(),
        icon: isDark ? IconSun : IconMoon,
        leads: { act: () => choose(isDark ? 'light' : 'dark') },
      },
      {
        id: 'language',
        label: m.shell_language(),
        icon: IconLanguage,
        words: ['English', 'Chinese', '中文', '语言', 'language'],
        leads: { act: () => changeLocale(other) },
      },
      { id: 'keys', label: m.keys_title(), icon: IconInfoCircle, keys: ['?'], leads: { act: onKeys } },
      {
        id: 'documentation',
        label: m.shell_documentation(),
        icon: IconBook2,
        leads: { act: () => void open('/api/docs', '_blank', 'noopener') },
      },
      { id: 'sign-out', label: m.shell_sign_out(), icon: IconLogout, leads: { to: '/logout' } },
    ],
  };
}
