/** The prefix of every kind of id. An id is `<prefix>_<26 characters>`, time-ordered within its kind. */
export const ID_PREFIXES = {
  organization: 'org',
  workspace: 't',
  application: 'app',
  gateway: 'gw',
  environment: 'env',
  subject: 'sub',
  binding: 'bnd',
  credential: 'cred',
  savedView: 'sv',
  report: 'rpt',
  reportRun: 'rrun',
  reportSchedule: 'rsch',
  reportOccurrence: 'rocc',
  delivery: 'rdlv',
  request: 'req',
  release: 'rel',
  releaseMarker: 'relm',
  connection: 'conn',
  route: 'rt',
  case: 'case',
  comparison: 'cmp',
  comparisonSample: 'smp',
  exclusion: 'excl',
  auditEvent: 'aud',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
