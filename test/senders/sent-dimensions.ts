/** The dimensions of every call. Each sender states them in its own way. */
export const SENT_DIMENSIONS = {
  user: 'ada',
  tenant: 'acme',
  feature: 'senders',
  'tag.plan': 'pro',
  'tag.session': 's1',
} as const;

/** The dimensions as attributes of Truetally, for senders without names of their own. */
export const SENT_ATTRIBUTES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SENT_DIMENSIONS).map(([name, value]) => [`truetally.${name}`, value]),
);
