import { useEffect, useState } from 'react';
import { ApiError, LoginExpired } from '../../api/api-error.ts';
import { getLocale, type Locale } from '../../i18n/locale.ts';
import * as m from '../../i18n/messages.gen.ts';

type TextOf = (error: ApiError) => string;
type Kind = 'rule' | 'refusal';

/** The console's own texts so far: each kind loads with its first failure, not with the first page. */
const words = new Map<Kind, TextOf>();

const loaders: Readonly<Record<Kind, () => Promise<TextOf>>> = {
  rule: async () => {
    const { ruleText } = await import('./rule-words.ts');
    return (error) => ruleText(error.message);
  },
  refusal: async () => (await import('./refusal-words.ts')).refusalText,
};

function kindOf(error: Error): Kind | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.reason === 'INVALID_PARAMETER' ? 'rule' : 'refusal';
}

/** Loads the texts of a kind. The failure of the call may also prevent this; the next failure tries again. */
async function loadWords(kind: Kind | undefined): Promise<void> {
  if (kind === undefined || words.has(kind)) return;
  await loaders[kind]().then(
    (textOf) => words.set(kind, textOf),
    () => undefined,
  );
}

/** Returns the text available now: the console's if loaded, else the server's. Never empty. */
function textNow(error: Error): string {
  if (error instanceof LoginExpired) return m.ui_login_expired();
  if (!(error instanceof ApiError)) return m.ui_no_reply();
  const kind = kindOf(error);
  return (kind && words.get(kind)?.(error)) || error.message || m.ui_went_wrong();
}

/** The server's texts are English, so a reader of another language waits longer for the console's. */
const patienceMs: Readonly<Record<Locale, number>> = { en: 300, zh: 5_000 };

/** Returns the text of a failure, in the reader's language if it loads soon. */
export async function failureText(error: Error): Promise<string> {
  await Promise.race([
    loadWords(kindOf(error)),
    new Promise((resolve) => setTimeout(resolve, patienceMs[getLocale()])),
  ]);
  return textNow(error);
}

/** The same for a component, which shows the available text at once; empty without a failure. */
export function useFailureText(error: Error | null | undefined): string {
  const [, setCome] = useState<Error>();
  useEffect(() => {
    if (error) void loadWords(kindOf(error)).then(() => setCome(error));
  }, [error]);
  return error ? textNow(error) : '';
}
