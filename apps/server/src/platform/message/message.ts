import type { Language } from '../context/language.ts';

/** How a message reaches its reader. */
export type Channel = 'mail' | 'sms';

/** Stands in a text for where browsers find this installation, which only who delivers it is told: `{console}/account`. */
export const consoleAddress = '{console}';

/** A message to one person, in plain text. A telephone shows the text alone. */
export interface Message {
  readonly channel: Channel;
  /** An e-mail address, or a telephone number with its country's code. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands messages of one channel over; rejects when one could not be, and it is tried again later. */
export interface Carrier {
  send(message: Message): Promise<void>;
}

/** Who carries what. A channel without a carrier has its messages printed and kept. */
export type Carriers = Readonly<Partial<Record<Channel, Carrier>>>;

/** What one says, to whomever it goes. */
export type MessageWords = Pick<Message, 'subject' | 'text'>;

/** The same in each language, for whoever is told in their own. */
export type TranslatedWords = Readonly<Record<Language, MessageWords>>;
