/**
 * Messages with the system text first, as cells of comparisons have them; a text in their place is what a user says.
 */
export function withSystem(system: unknown, messages_: unknown): unknown {
  if (system === undefined || system === null) return messages_;
  const messages: readonly unknown[] = Array.isArray(messages_) ? messages_ : [{ role: 'user', content: messages_ }];
  return [{ role: 'system', content: system }, ...messages];
}
