import type { RefusedCallFact } from '../../../analytics/gateway/refusal-reader.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { isLimitRefusal } from '../../../domain/gateway/governance/governance-refusals.ts';

type UnavailableDetail = GovernanceRefusals['refusals'][number]['unavailable'][number];

const LIMIT: UnavailableDetail = {
  member: 'refused_by_limit',
  reason:
    'The row is from a gateway or a worker that did not store the limit of a refusal as a fact. The response of the call has it.',
};

/** A gateway also refuses a call in this way if it cannot check the key. */
const LIMIT_OR_KEY: UnavailableDetail = {
  member: 'refused_by_limit',
  reason: 'The row names no limit. The gateway could not check the key, or its version did not store limits as facts.',
};

const OBSERVED: UnavailableDetail = {
  member: 'refused_by_limit.observed',
  reason: 'After 100 refusals of a key in a minute, the gateway leaves the used amount out of further rows.',
};

const OBSERVED_OUT_OF_REACH: UnavailableDetail = {
  member: 'refused_by_limit.observed',
  reason: 'The gateway did not reach Postgres, which counts the used amount.',
};

const KEY: UnavailableDetail = {
  member: 'key_id',
  reason: 'The row is from a gateway or a worker that did not store the key of a request as a fact.',
};

const OWNER: UnavailableDetail = { member: 'owner', reason: 'The row does not name the owner of its key.' };

/** The details of a refused call that its row does not have, each with the reason. */
export function listUnavailableDetails(call: RefusedCallFact): UnavailableDetail[] {
  return [...unavailableOfLimit(call), ...(call.keyId === '' ? [KEY] : []), ...(call.owner === '' ? [OWNER] : [])];
}

function unavailableOfLimit({ code, limit }: RefusedCallFact): UnavailableDetail[] {
  if (!isLimitRefusal(code)) return [];
  const isUnreachable = code === 'enforcement_unavailable';
  if (limit === undefined) return [isUnreachable ? LIMIT_OR_KEY : LIMIT];
  if (limit.observed !== undefined) return [];
  return [isUnreachable ? OBSERVED_OUT_OF_REACH : OBSERVED];
}
