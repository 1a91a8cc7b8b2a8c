import './ui/theme/mantine.css';
import 'virtual:theme-variables.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import './ui/theme/first-frame.css';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { keepFirstReplies } from './api/first-replies.ts';
import { ConsoleApp, makeConsole } from './app.tsx';
import { setLocale } from './i18n/locale.ts';
import { firstLocale } from './ui/format/locale.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs asks here, not the theme, for the nonce of its style element.
if (nonce !== '') setNonce(nonce);
const locale = firstLocale();
setLocale(locale);
document.documentElement.lang = locale;

keepFirstReplies(document.getElementById('boot')?.textContent ?? '');

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const consoleRoot = createRoot(root, {
  onUncaughtError: (error) => console.error(error),
  // A refusal is an answer, and its page shows it; only faults of our own belong in the console.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) console.error(error);
  },
});
// Evaluating all files is the longest task of the start. Drawing is a task of its own and a transition, so that the browser
// can respond in between.
setTimeout(() => {
  const made = makeConsole();
  const draw = (isLoaded: boolean) =>
    startTransition(() =>
      consoleRoot.render(
        <StrictMode>
          <ConsoleApp {...made} nonce={nonce} isLoaded={isLoaded} />
        </StrictMode>,
      ),
    );
  // The first page is drawn at once with all it stands on, behind the frame that the HTML shows: the router's own first
  // drawing would be one long task. Where the page is long in coming, there is something to say meanwhile.
  const longInComing = setTimeout(draw, 1_000, false);
  made.router.load().finally(() => {
    clearTimeout(longInComing);
    draw(true);
  });
});
