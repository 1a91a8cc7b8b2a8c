import { describe, expect, it } from 'vitest';
import { deviceWords } from './device-words.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const linux = 'Mozilla/5.0 (X11; Linux x86_64)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';

describe('the device that a user agent names', () => {
  it.each([
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
    [`${mac} ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera', 'macOS'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${linux.replace(')', '; rv:133.0)')} Gecko/20100101 Firefox/133.0`, 'Firefox', 'Linux'],
    [`${linux} ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`${iphone} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${iphone} ${webkit} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${iphone} ${webkit} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [`${iphone} ${webkit} Mobile/15E148 MicroMessenger/8.0.54`, 'WeChat', 'iPhone'],
    [`${iphone.replaceAll('iPhone', 'iPad')} ${webkit} Version/18.1 Safari/604.1`, 'Safari', 'iPad'],
    [`${android} ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`${android} ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
    [`${android} ${webkit} Chrome/131.0 Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge', 'Android'],
    ['curl/8.10.1', 'curl', undefined],
    ['Linux', undefined, 'Linux'],
    ['', undefined, undefined],
  ])('%s', (userAgent, browser, system) => {
    expect(deviceWords(userAgent)).toBe([browser, system].filter(Boolean).join(' on ') || 'Unknown device');
  });
});

describe('the words for a device', () => {
  it.each([
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    ['curl/8.10.1', 'curl'],
    ['Linux', 'Linux'],
    ['Billing-Robot/7 (tests)', 'Billing-Robot/7 (tests)'],
    ['  ', 'Unknown device'],
  ])('%s is %s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });
});
