/** A message to one person, in plain text. */
interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How messages leave; it rejects when one could not be handed over, and the caller decides what that means. */
export interface Mail {
  send(message: Message): Promise<void>;
}
