import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';

type TextOf = (error: ApiError) => string;

/** The console's own words; they come with the first failure, not with the first page. */
let words: TextOf | undefined;

async function loadWords(): Promise<void> {
  if (words !== undefined) return;
  const [{ ruleText }, { refusalText }] = await Promise.all([import('./rule-words.ts'), import('./refusal-words.ts')]);
  words = (error) => (error.reason === 'INVALID_PARAMETER' ? ruleText(error.message) : refusalText(error));
}

/** What can be said at once: in our words when they are here, else in the server's. Never nothing. */
function textNow(error: Error): string {
  if (!(error instanceof ApiError)) return m.ui_no_reply();
  return (words?.(error) ?? error.message) || m.ui_went_wrong();
}

/** What a failure says to the reader, in their language; the line that refused the call may also keep us from the words. */
export async function failureText(error: Error): Promise<string> {
  await Promise.race([loadWords().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return textNow(error);
}

const patienceMs = 300;

/** The same for a component, which says at once what it can; empty while there is no failure. */
export function useFailureText(error: Error | null | undefined): string {
  const [, setHasWords] = useState(words !== undefined);
  const failed = Boolean(error);
  useEffect(() => {
    if (!failed) return;
    loadWords().then(
      () => setHasWords(true),
      () => undefined,
    );
  }, [failed]);
  return error ? textNow(error) : '';
}
