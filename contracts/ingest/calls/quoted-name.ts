/** Names of providers, models and tiers as JSON strings. The cache is bounded because callers may name any model. */
const known = new Map<string, string>();
const MAX_KNOWN = 1_000;

/** A name that occurs in many lines, as a JSON string. */
export function quotedName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size === MAX_KNOWN) known.clear();
  const now = JSON.stringify(name);
  known.set(name, now);
  return now;
}
