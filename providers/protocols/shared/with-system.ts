/**
 * The messages with the system text first, in the form of comparison cells. A text in place of messages is a user
 * message.
 */
export function withSystem(system: unknown, messages_: unknown): unknown {
  if (system === undefined || system === null) return messages_;
  const messages: readonly unknown[] = Array.isArray(messages_) ? messages_ : [{ role: 'user', content: messages_ }];
  return [{ role: 'system', content: system }, ...messages];
}
