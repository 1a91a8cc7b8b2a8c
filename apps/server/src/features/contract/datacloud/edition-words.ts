import type { Edition } from '@usance/api/cloud';
import type { Language } from '#platform/context/language.ts';

/** The editions' names on customers' screens. */
export const editionWords: Readonly<Record<Language, Readonly<Record<Edition, string>>>> = {
  en: { ENTERPRISE: 'Commercial', BUSINESSCRITICAL: 'Business Critical' },
  zh: { ENTERPRISE: '商业版', BUSINESSCRITICAL: '业务关键版' },
};

/** Returns the edition's name in the reader's language. An unknown one, from an imported bill, stays as it is. */
export function editionWordIn(language: Language, edition: string): string {
  return new Map(Object.entries(editionWords[language])).get(edition) ?? edition;
}
