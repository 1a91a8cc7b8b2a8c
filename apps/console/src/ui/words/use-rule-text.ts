import { useEffect, useState } from 'react';
import { getLocale } from '../../i18n/locale.ts';

type RuleText = (text: string) => string;

/** Puts a schema's sentences into the reader's language. In English they stand as they are and nothing is fetched. */
export function useRuleText(): RuleText {
  const [loaded, setLoaded] = useState<{ ruleText: RuleText }>();
  useEffect(() => {
    // Should they not come, English is better than nothing.
    if (getLocale() !== 'en') import('./rule-words.ts').then(setLoaded, () => undefined);
  }, []);
  return loaded?.ruleText ?? asItStands;
}

const asItStands: RuleText = (text) => text;
