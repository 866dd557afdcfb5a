/** The prefixes of all kinds of ids. An id is `<prefix>_<26 characters>`; ids of one kind sort by their time. */
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
  comparisonRun: 'crun',
  comparisonCall: 'ccall',
  comparisonVerdict: 'cver',
  comparisonDecision: 'cdec',
  exclusion: 'excl',
  auditEvent: 'aud',
  managementToken: 'tok',
  managementUser: 'usr',
  judgeValidation: 'jval',
  virtualKey: 'kid',
  judgeScoring: 'jscr',
  judgeCall: 'jcall',
  gatewayRequest: 'greq',
  limitLease: 'gls',
  cacheEntry: 'gce',
  serviceIdentity: 'svc',
  // A credential of a service opens the gateway like a virtual key, and has an id of the same form.
  serviceCredential: 'kid',
  credentialOperation: 'kop',
  team: 'team',
  notice: 'ntc',
  dataset: 'qds',
  calibration: 'qcal',
  experiment: 'qexp',
  experimentRun: 'qrun',
  experimentCall: 'qcall',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** 128 bits in Crockford's base 32, in lower case; the first digit carries three of the bits. */
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** The pattern of the ids of one kind, anchored at both ends. */
export function idPattern(kind: IdKind): string {
  return `^${ID_PREFIXES[kind]}_${SUFFIX}$`;
}
