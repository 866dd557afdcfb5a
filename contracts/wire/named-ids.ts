import { ID_PREFIXES, idPattern } from '../../domain/kernel/id-prefixes.ts';

/** The name of a process of the gateway, which is an id of its own form: it also names the writer of a journal. */
const PROCESS_NAME = '^proxy-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const ID = new RegExp(
  [...Object.keys(ID_PREFIXES).map((kind) => idPattern(kind as keyof typeof ID_PREFIXES)), PROCESS_NAME].join('|'),
);

/**
 * The maximum number of ids. No document names more in the members that are checked, so longer lists are not walked.
 */
const MAX_IDS = 16;

/** True for an id of any kind, and for the name of a process of the gateway. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

/**
 * The ids in members called `id` or `…_id`, of a document and of the documents directly inside it. They keep their
 * order, each once. A text that a person wrote is never included, even if it looks like an id.
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
