import { ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';
import { idPattern } from './ids.ts';

const ID = new RegExp(
  Object.keys(ID_PREFIXES)
    .map((kind) => idPattern(kind as keyof typeof ID_PREFIXES))
    .join('|'),
);

/** No document of ours names more in what is looked at; a list of thousands is not walked. */
const MAX_IDS = 16;

/** True for an id of any kind. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

/**
 * The ids that a document names in members called `id` or `…_id`, its own and those of the documents right inside it,
 * in their order and once each. A text that a person wrote is never among them, even if it looks like an id.
 */
export function namedIds(document: unknown): string[] {
  const inner = membersOf(document).flatMap(([, value]) => membersOf(value));
  const ids = [...membersOf(document), ...inner].flatMap(([name, value]) =>
    /^(.+_)?id$/.test(name) && isId(value) ? [value] : [],
  );
  return [...new Set(ids)].slice(0, MAX_IDS);
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
