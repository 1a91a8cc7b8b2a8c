import { useEffect, useState } from 'react';
import { getLocale } from '../../i18n/locale.ts';

type RuleText = (text: string) => string;

/**
 * Translates the sentences of schemas to the reader's language. In English they stay unchanged, and nothing is loaded.
 */
export function useRuleText(): RuleText {
  const [loaded, setLoaded] = useState<{ ruleText: RuleText }>();
  useEffect(() => {
    // If the texts fail to load, English remains.
    if (getLocale() !== 'en') import('./rule-words.ts').then(setLoaded, () => undefined);
  }, []);
  return loaded?.ruleText ?? asItStands;
}

const asItStands: RuleText = (text) => text;
