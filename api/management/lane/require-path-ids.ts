import { idPattern, type IdKind } from '../../../domain/kernel/id-prefixes.ts';
import { PATH_IDS } from '../../../contracts/wire/path-ids.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';

const KINDS: Readonly<Record<string, IdKind | undefined>> = PATH_IDS;

/**
 * The hook that refuses malformed ids of a path with `not_found`, like unknown ids; the schema of the path would answer
 * 400. Empty for a path without ids of the service.
 */
export function requirePathIds(path: string): readonly RequestHook[] {
  const forms = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
    const kind = KINDS[name];
    return kind === undefined ? [] : [{ name, form: new RegExp(idPattern(kind)) }];
  });
  if (forms.length === 0) return [];
  return [
    ({ params }) => {
      const ids = params as Readonly<Record<string, string | undefined>>;
      const isWellFormed = forms.every(({ name, form }) => form.test(ids[name] ?? ''));
      return isWellFormed ? Promise.resolve() : Promise.reject(notFound());
    },
  ];
}
