import type { Config } from '../config/config.ts';
import type { Carriers } from './message.ts';
import { smsCarrier } from './sms-carrier.ts';
import { smtpCarrier } from './smtp-carrier.ts';

/** Returns the carriers that the configuration names. */
export function openCarriers({ smtpUrl, smsUrl }: Pick<Config, 'smtpUrl' | 'smsUrl'>): Carriers {
  return {
    ...(smtpUrl !== undefined && { mail: smtpCarrier(smtpUrl) }),
    ...(smsUrl !== undefined && { sms: smsCarrier(smsUrl) }),
  };
}
