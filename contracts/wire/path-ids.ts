import { Type, type TObject, type TString } from 'typebox';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import { idSchema } from './id-schema.ts';
import { textSchema } from './scalars.ts';

/** The ids in paths, each with the kind of object that it identifies. */
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
  kid: 'virtualKey',
  svc: 'serviceIdentity',
  cred: 'serviceCredential',
  kop: 'credentialOperation',
  exclusion: 'exclusion',
  notice: 'notice',
  user: 'managementUser',
  tok: 'managementToken',
  session: 'managementToken',
  dataset: 'dataset',
  calibration: 'calibration',
  experiment: 'experiment',
  qrun: 'experimentRun',
} as const satisfies Record<string, IdKind>;

export type PathId = keyof typeof PATH_IDS;

/** Handles other than the ids of the service. An unknown handle is not found, in any form. */
const HANDLES: Readonly<Record<string, TString>> = {
  subject: textSchema(100, {
    minLength: 1,
    description: 'Id of a subject, as the service issued it',
    examples: ['5c1f0a9be2d4'],
  }),
  line: textSchema(100, { minLength: 1, description: 'Number of a quarantined line, as its list shows it' }),
  item: textSchema(100, { minLength: 1, description: 'Number of a dead outbox item, as its list shows it' }),
  gap: textSchema(100, { minLength: 1, description: 'Number of a coverage gap, as its list shows it' }),
  process: textSchema(100, { minLength: 1, description: 'Name of a gateway process, as its list shows it' }),
  segment: textSchema(100, { minLength: 1, description: 'Segment of a calibration: the route of requests' }),
};

/**
 * Schemas by the names of their ids. All paths and applications with the same ids share one schema object, which is
 * compiled once.
 */
const schemas = new Map<string, TObject<Record<string, TString>>>();

/** The schema of the ids in a path; undefined for a path without ids. */
export function pathIdsSchema(path: string): TObject<Record<string, TString>> | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const key = names.join(' ');
  const schema =
    schemas.get(key) ??
    Type.Object(Object.fromEntries(names.map((name) => [name, HANDLES[name] ?? idSchema(PATH_IDS[name as PathId])])));
  schemas.set(key, schema);
  return schema;
}
