import { STEP_CLASSES } from '../../../domain/gateway/step-classes.ts';
import { DIMENSION_LIMITS, TAG_PREFIX, tagName } from './dimension-names.ts';
import { dimensionText } from './dimension-text.ts';

/** Dimensions in the form of a line, and the number of tags beyond the limit, which are omitted. */
export interface NormalizedDimensions {
  readonly dimensions: Readonly<Record<string, unknown>>;
  readonly droppedTags: number;
}

/**
 * Stated dimensions in the form of a line. Values are cut and cleaned as `dimensionText` does, and empty ones are
 * omitted, as is an unknown step class. Keys of tags become lower case; of two equal keys, the first in the order of
 * names counts. Of more tags than the limit, the first by name are taken. Other names, and values that are not
 * texts, stay as they are, and the schema of a line refuses them.
 */
export function normalizeDimensions(stated: Readonly<Record<string, unknown>>): NormalizedDimensions {
  const members: [name: string, value: unknown][] = [];
  const tags = new Map<string, unknown>();
  for (const name of Object.keys(stated).sort()) {
    const value = normalValue(name, stated[name]);
    if (value === undefined) continue;
    const tag = name.startsWith(TAG_PREFIX) ? tagName(name.slice(TAG_PREFIX.length)) : undefined;
    if (tag === undefined) members.push([name, value]);
    else if (!tags.has(tag)) tags.set(tag, value);
  }
  const named = [...tags].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    dimensions: Object.fromEntries([...members, ...named.slice(0, DIMENSION_LIMITS.tags)]),
    droppedTags: Math.max(0, named.length - DIMENSION_LIMITS.tags),
  };
}

function normalValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = dimensionText(value);
  return name === 'step_class' && !STEP_CLASSES.some((known) => known === text) ? undefined : text;
}
