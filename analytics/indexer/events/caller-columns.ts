import { TAG_PREFIX, type DimensionName } from '../../../contracts/ingest/dimensions/dimension-names.ts';
import type { Dimensions } from '../../../contracts/ingest/dimensions/dimensions-schema.ts';

/** The column of each dimension, except tags. */
const COLUMN_OF = {
  user: 'user',
  tenant: 'tenant',
  feature: 'feature',
  agent: 'agent',
  step_class: 'step_class',
  step_id: 'step_id',
  parent_id: 'parent_id',
  tool: 'tool',
  key: 'key_id',
} as const satisfies Readonly<Record<DimensionName, string>>;

type TextColumn = (typeof COLUMN_OF)[keyof typeof COLUMN_OF];

/** The columns of the dimensions that an event states about its request. */
export const CALLER_COLUMNS: readonly (TextColumn | 'tags')[] = [...Object.values(COLUMN_OF), 'tags'];

/** The cells of an event without dimensions. */
const NOTHING_STATED: readonly string[] = CALLER_COLUMNS.map(() => '');

/**
 * The cells of these columns; empty for absent dimensions. Tags are one text: keys and values in turn, separated by
 * tabs, which neither of them can contain.
 */
export function callerCells(stated: Dimensions | undefined): readonly string[] {
  if (stated === undefined) return NOTHING_STATED;
  const { user = '', tenant = '', feature = '', agent = '', key = '' } = stated;
  const { step_class = '', step_id = '', parent_id = '', tool = '' } = stated;
  return [user, tenant, feature, agent, step_class, step_id, parent_id, tool, key, tagsText(stated)];
}

function tagsText(stated: Dimensions): string {
  let text = '';
  for (const name in stated) {
    if (!name.startsWith(TAG_PREFIX)) continue;
    const tag = `${name.slice(TAG_PREFIX.length)}\t${stated[name] as string}`;
    text = text === '' ? tag : `${text}\t${tag}`;
  }
  return text;
}

/** The SQL expression for the text of the column `tags`. */
export const TAGS_TEXT = String.raw`arrayStringConcat(arrayMap((key, value) -> concat(key, '\t', value), mapKeys(tags), mapValues(tags)), '\t')`;

/** The columns of dimensions in a row of ClickHouse. */
export type CallerRow = Readonly<Record<TextColumn, string>> & { readonly tags: Readonly<Record<string, string>> };

/** The dimensions of a row, as an event states them, and its other columns. Without dimensions, the first is empty. */
export function splitDimensions<Row extends CallerRow>(
  row: Row,
): readonly [{ readonly dimensions?: Dimensions }, Omit<Row, keyof CallerRow>] {
  const { user, tenant, feature, agent, step_class, step_id, parent_id, tool, key_id: key, tags, ...others } = row;
  const texts = { user, tenant, feature, agent, step_class, step_id, parent_id, tool, key };
  const tagged = Object.entries(tags).map(([name, value]) => [`${TAG_PREFIX}${name}`, value] as const);
  const stated = [...Object.entries(texts), ...tagged].filter(([, value]) => value !== '');
  return [stated.length === 0 ? {} : { dimensions: Object.fromEntries(stated) }, others];
}
