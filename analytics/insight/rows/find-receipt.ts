import type { ProtectionEvaluationRow } from '../../../contracts/insight/answer/answer-rows.ts';
import type { InsightReceipt } from '../../../contracts/insight/insight-receipt.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { coverageEntries, computeSpanCoverage } from '../../../domain/insight/coverage.ts';
import { providerSpendValue } from '../../../domain/insight/metrics/spend.ts';
import { unavailableValue, type MeasuredValue } from '../../../domain/insight/measured-value.ts';
import { factsFilter, type OpenedRead } from '../pin/open-read.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { SUPPORTED_RANGE } from '../question/supported-range.ts';
import { receiptChargesQuery, receiptQuery, type FoundCharges, type FoundReceipt } from './receipt-query.ts';
import { findProtection, requestRow } from './request-page.ts';

/** The charges of a request on one side of the exclusions. */
type Charges = (name: string) => bigint;

const HOUR_MS = 3_600_000;

/**
 * The metadata receipt of one request.
 *
 * @throws Refusal `not_found` if the framing does not show the request, or any error of `ask`
 */
export async function findReceipt(
  ask: RunQuestionQuery,
  opened: OpenedRead,
  logicalRequestId: string,
): Promise<InsightReceipt> {
  const filter = factsFilter(opened);
  const forms = await ask<FoundReceipt>(receiptQuery(filter, logicalRequestId));
  const found = forms.find((form) => form.ended) ?? forms[0];
  if (found === undefined) throw notFound();
  const { mayReadCost } = opened.subject.scope;
  // Attempts and costs follow the admission after any time. The start is a full hour, so that the horizon is respected.
  const since = factsFilter(opened, {
    from: new Date(Math.floor(Number(found.at) / HOUR_MS) * HOUR_MS),
    to: SUPPORTED_RANGE.to,
  });
  const [protection, charges] = await Promise.all([
    findProtection(ask, filter, [found], true),
    ask<FoundCharges>(receiptChargesQuery(since, logicalRequestId, mayReadCost)),
  ]);
  const evaluations = protection.get(logicalRequestId);
  const included = chargesOf(charges, false);
  return {
    read_context: opened.pin,
    request: requestRow(found, evaluations),
    ...(found.final_provider !== '' && { final_provider: found.final_provider }),
    ...(found.final_model !== '' && { final_model: found.final_model }),
    ...(found.connection_id !== '' && { connection_id: found.connection_id }),
    ...(found.release_id !== '' && { release_id: found.release_id }),
    ...(found.route_id !== '' && { route_id: found.route_id }),
    ...(found.route_version !== '' && { route_version: found.route_version }),
    protection: disclosed(evaluations),
    attempts: String(included('attempts')),
    provider_cost: mayReadCost
      ? costOf(found, included, chargesOf(charges, true), opened)
      : unavailableValue('scope_not_authorized'),
  };
}

function disclosed(evaluations: ProtectionEvaluationRow[] | undefined): InsightReceipt['protection'] {
  const blocked = (evaluations ?? []).filter(({ outcome }) => outcome === 'blocked').map(({ phase }) => phase);
  return { observed: evaluations !== undefined, evaluations: evaluations ?? [], blocked_in: [...new Set(blocked)] };
}

/**
 * The value of `provider_spend.v1` for one request. The attempt count of its terminal is used if it exceeds the known
 * attempts.
 */
function costOf(found: FoundReceipt, included: Charges, excluded: Charges, opened: OpenedRead): MeasuredValue {
  if (included('effects') === 0n && excluded('effects') > 0n) return unavailableValue('excluded');
  const reported = BigInt(found.attempt_count);
  const attempts = included('attempts') > reported ? included('attempts') : reported;
  // Only traffic that is missing since the admission can belong to the request.
  const since = { from: new Date(Number(found.at)), to: SUPPORTED_RANGE.to };
  const gaps = coverageEntries(computeSpanCoverage(since, opened.snapshot.gaps, undefined), 'gateway_journal');
  const sums = {
    ...NO_SUMS,
    attempts,
    nanos: included('nanos'),
    priced: included('priced'),
    pending: included('pending'),
    unpriced: included('unpriced'),
    adjustments: included('adjustments'),
  };
  return providerSpendValue(sums, gaps);
}

/** The charges on one side. A figure that is in no row is zero. */
function chargesOf(charges: readonly FoundCharges[], excluded: boolean): Charges {
  const figures = new Map(
    charges.filter((row) => row.excluded === excluded).flatMap((row) => Object.entries(row.figures)),
  );
  return (name) => BigInt(figures.get(name) ?? '0');
}
