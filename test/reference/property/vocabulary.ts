/**
 * Times around which traffic and questions are generated: an hour, a day, a Monday, the end of a month, and the
 * boundary of each.
 */
export const EDGES_MS: readonly number[] = [
  '2026-02-28T00:00:00.000Z',
  '2026-02-28T13:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-02T00:00:00.000Z',
  '2026-03-02T09:00:00.000Z',
].map((instant) => Date.parse(instant));

/** The days with most of the traffic: Friday to Tuesday across the end of a month. */
export const BUSY_FROM_MS = Date.parse('2026-02-27T00:00:00.000Z');
export const BUSY_TO_MS = Date.parse('2026-03-04T00:00:00.000Z');

/** The days with the rest of the traffic. */
export const WIDE_FROM_MS = Date.parse('2025-12-20T00:00:00.000Z');
export const WIDE_TO_MS = Date.parse('2026-03-14T00:00:00.000Z');

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Values that statements, paths and formats must treat as plain text. */
export const RELEASES = ['2026-02-a', '2026-03-b', `r1')OR(1=1`, '{fence:UInt64}', '\\', 'null', '0'] as const;
export const MODELS = ['small', 'large', `m'); DROP TABLE attempts_v1 --`, 'Größe 日本', '%', '"a\\b"', ' '] as const;
export const ROUTES = ['chat', 'batch', `r' OR '1'='1`, 'false', 'ünserved'] as const;
export const CONNECTIONS = ['conn-1', 'conn-2', '{0}'] as const;
export const SIZES = ['small', 'medium', '$1'] as const;
export const TEAMS = ['support', 'search', "o'team"] as const;
export const TRACES = ['4bf92f35', 'trace-2', 'trace-3', '日本'] as const;
export const PROVIDERS = ['anthropic', `pro"vider`] as const;

/** The values of the dimensions that callers state, by name. The values of `owner` are those of teams. */
export const STATED_VALUES: Readonly<Record<string, readonly string[]>> = {
  user: ['alice', "o'brien", 'back\\slash', '"quoted"', 'Ünïcödé 日本', '🚀', '～', 'unknown', 'other', ' '],
  tenant: ['acme', 'acme ', '{fence:UInt64}', `'); DROP TABLE attempts_v1 --`],
  feature: ['search', 'two words', 'null', '0', '%'],
  agent: ['planner', 'unknown'],
  step_class: ['user_turn', 'tool_loop'],
  tool: ['look up', 'other', '\\N'],
  key: ['kid_1', 'kid_2', 'kid_3'],
  'tag.plan': ['free', 'pro', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢'],
  'tag.a.b': ['tag.a.b', "it's"],
  'tag.__proto__': ['constructor', '__proto__'],
  'tag.constructor': ['prototype', 'toString', 'other'],
  "tag.'\\": ["'", '\\'],
};

/** The dimensions by which questions ask. No fact states the last one. */
export const DIMENSIONS: readonly string[] = [...Object.keys(STATED_VALUES), 'owner', 'tag.never'];
