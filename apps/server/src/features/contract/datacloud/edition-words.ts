import type { Edition } from '@usance/api/cloud';
import type { Language } from '#platform/context/language.ts';

/** What customers know the editions by, as on their screens. */
export const editionWords: Readonly<Record<Language, Readonly<Record<Edition, string>>>> = {
  en: { ENTERPRISE: 'Commercial', BUSINESSCRITICAL: 'Business Critical' },
  zh: { ENTERPRISE: '商业版', BUSINESSCRITICAL: '业务关键版' },
};

/** An edition in the reader's language; one that an imported bill brought stays as it came. */
export function editionWordIn(language: Language, edition: string): string {
  return new Map(Object.entries(editionWords[language])).get(edition) ?? edition;
}
