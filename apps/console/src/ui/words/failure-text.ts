import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';

/** What a failure says to the reader, in their language. The words come with the first failure, not with the first page. */
export async function failureText(error: Error): Promise<string> {
  if (!(error instanceof ApiError)) return m.ui_no_reply();
  try {
    return (await wordsOf(error)) || m.ui_went_wrong();
  } catch {
    // The line that refused the call may also refuse the words.
    return error.message;
  }
}

async function wordsOf(error: ApiError): Promise<string> {
  if (error.reason === 'INVALID_PARAMETER') return (await import('./rule-words.ts')).ruleText(error.message);
  return (await import('./refusal-words.ts')).refusalText(error);
}

/** The same for a component; empty until the words have come, and while there is no failure. */
export function useFailureText(error: Error | null | undefined): string {
  const [told, setTold] = useState<{ error: Error; text: string }>();
  useEffect(() => {
    if (!error) return;
    let isWanted = true;
    failureText(error).then((text) => isWanted && setTold({ error, text }));
    return () => {
      isWanted = false;
    };
  }, [error]);
  return told !== undefined && told.error === error ? told.text : '';
}
