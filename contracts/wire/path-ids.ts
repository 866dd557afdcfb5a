import { Type, type TObject, type TString } from 'typebox';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import { idSchema } from './ids.ts';

/** What the ids are of that a path names. */
export const PATH_IDS = {
  org: 'organization',
  ws: 'workspace',
  app: 'application',
  gw: 'gateway',
  env: 'environment',
  sv: 'savedView',
  rp: 'report',
  run: 'reportRun',
  sch: 'reportSchedule',
  occ: 'reportOccurrence',
  delivery: 'delivery',
  rt: 'route',
  case: 'case',
  cmp: 'comparison',
  ver: 'comparisonSample',
  crun: 'comparisonRun',
  cdec: 'comparisonDecision',
} as const satisfies Record<string, IdKind>;

export type PathId = keyof typeof PATH_IDS;

/** By the names of the ids: a schema that is one object is compiled once, however many paths and applications have it. */
const schemas = new Map<string, TObject<Record<string, TString>>>();

/** The schema of the ids that a path names; undefined for one that names none. */
export function pathIdsSchema(path: string): TObject<Record<string, TString>> | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathId);
  if (names.length === 0) return undefined;
  const key = names.join(' ');
  const schema =
    schemas.get(key) ?? Type.Object(Object.fromEntries(names.map((name) => [name, idSchema(PATH_IDS[name])])));
  schemas.set(key, schema);
  return schema;
}
