import type { Session } from '@usance/api/people/session';
import * as m from '../../i18n/messages.gen.ts';

interface Device {
  browser?: string | undefined;
  system?: string | undefined;
}

type Marks = readonly (readonly [mark: RegExp, name: string])[];

// Most browsers also name those they derive from, so the first match counts.
const browsers: Marks = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: Marks = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\b(?:HarmonyOS|OpenHarmony)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
];

/** Returns the browser and the system of a user agent, as far as they are known. */
function deviceOf(userAgent: string): Device {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}

/** Returns the user of a session in the reader's language: an operator or a device. */
export const sessionWords = ({ byOperator, device }: Pick<Session, 'byOperator' | 'device'>): string =>
  byOperator ? m.session_by_operator() : deviceWords(device);

/** Returns a device in the reader's language; an unknown one keeps its user agent. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== undefined && system !== undefined) return m.session_device_on({ browser, system });
  return browser ?? system ?? (userAgent.trim() || m.session_device_unknown());
}

function nameIn(marks: Marks, userAgent: string): string | undefined {
  return marks.find(([mark]) => mark.test(userAgent))?.[1];
}
