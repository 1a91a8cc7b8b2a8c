import type { Language } from '../context/language.ts';

/** The channel by which a message reaches its reader. */
export type Channel = 'mail' | 'sms';

/** Placeholder for the installation's address in a text, replaced at delivery: `{console}/account`. */
export const consoleAddress = '{console}';

/** A message to one person, in plain text. Telephones show only the text. */
export interface Message {
  readonly channel: Channel;
  /** An e-mail address, or a telephone number with its country code. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Delivers messages of one channel. Rejects if a message could not be delivered; it is tried again later. */
export interface Carrier {
  send(message: Message): Promise<void>;
}

/** The carrier of each channel. Messages of a channel without one are logged and kept. */
export type Carriers = Readonly<Partial<Record<Channel, Carrier>>>;

/** The words of a message, without its reader. */
export type MessageWords = Pick<Message, 'subject' | 'text'>;

/** The same words in each language. */
export type TranslatedWords = Readonly<Record<Language, MessageWords>>;
