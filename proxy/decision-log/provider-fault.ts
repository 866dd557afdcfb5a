import { statusFromErrorCode } from '../../providers/answers/status-from-error-code.ts';

/** The ways in which a provider can fail a call. */
export const PROVIDER_FAULTS = ['unreachable', 'rate_limited', 'key_refused', 'failed', 'cut_off'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/**
 * Statuses that mean a fault of the provider, or of the operator's key there. Any other status below 500 means a fault
 * of the request.
 */
const STATUSES: Readonly<Record<number, ProviderFault>> = {
  401: 'key_refused',
  403: 'key_refused',
  408: 'failed',
  429: 'rate_limited',
  529: 'rate_limited',
};

/** The other endings of a call, which are no fault of the provider. */
const OTHERS: readonly string[] = [
  'answer_unfinished',
  'caller_gone',
  'shutdown',
  'log_unavailable',
  'invalid_key',
  'enforcement_unavailable',
];

/** @param kind the kind of a call's ending, as in its row; undefined if the call succeeded */
export function toProviderFault(kind: string | undefined): ProviderFault | undefined {
  if (kind === undefined || OTHERS.includes(kind)) return undefined;
  if (kind === 'provider_unreachable') return 'unreachable';
  if (kind === 'answer_cut_off') return 'cut_off';
  const status = kind.startsWith('http_') ? Number(kind.slice('http_'.length)) : statusFromErrorCode(kind);
  if (status === undefined) return 'failed';
  return STATUSES[status] ?? (status < 500 ? undefined : 'failed');
}
