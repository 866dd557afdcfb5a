/**
 * Messages with the system text first, as cells of comparisons have them; a text in their place is what a user says.
 */
export function withSystem(system: unknown, said: unknown): unknown {
  if (system === undefined || system === null) return said;
  const messages: readonly unknown[] = Array.isArray(said) ? said : [{ role: 'user', content: said }];
  return [{ role: 'system', content: system }, ...messages];
}
