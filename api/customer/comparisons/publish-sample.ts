import { ComparisonSamplePublishSchema } from '../../../contracts/comparisons/comparison-sample.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { requireKind, requireMaterial, requireSampleSize } from '../../../domain/comparisons/sample-set.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import type { ChosenCase, FoundCase } from '../../../store/comparisons/sample-store.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { comparisonsPath } from './comparisons-path.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** Publishes a sample set, which pins each of its cases at one version permanently. */
export const publishSample = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.samples.publish', {
    access: 'requireComparison',
    body: ComparisonSamplePublishSchema,
    answer: async (request, { ports, access }) => {
      const { comparison_id: comparisonId, gateway_id: gatewayId, kind } = access.comparison.of(request);
      const { subjectId: publishedBy } = access.caller.of(request);
      const { cases: chosen } = request.body;
      requireSampleSize(chosen.length);
      refuseRepeats(chosen);
      const found = await ports.samples.findChosen(gatewayId, chosen);
      const cases = chosen.map((one) => ({ ...one, ...requireFound(found, one) }));
      const known = cases.filter(({ hasVersion }) => hasVersion);
      const data = await runOrderedWrite({
        check: () => requireMaterial(kind, known),
        write: () => {
          const strange = cases.find(({ hasVersion }) => !hasVersion);
          if (strange !== undefined) {
            const detail = `Case ${strange.case_id} has no version ${strange.version}. Choose one of its versions.`;
            throw new Refusal('sample_case_version_mismatch', detail);
          }
          requireKind(kind, known);
          const pinned = cases.map(({ case_id, version, critical }) => ({ case_id, version, critical }));
          return ports.samples.publish({ comparisonId, publishedBy, cases: pinned });
        },
      });
      const location = `${comparisonsPath(access, request)}/${comparisonId}/samples/${data.sample_id}`;
      return { data, location, isReplay: false };
    },
  }),
);

function refuseRepeats(chosen: readonly ChosenCase[]): void {
  const ids = chosen.map((one) => one.case_id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated !== -1)
    throw invalidMember(
      `/cases/${repeated}/case_id`,
      `Case ${ids[repeated] ?? ''} is listed twice. Choose each case once.`,
    );
}

function requireFound(found: ReadonlyMap<string, FoundCase>, { case_id: id }: ChosenCase): FoundCase {
  const one = found.get(id);
  if (one === undefined)
    throw new Refusal('sample_case_not_found', `This gateway has no case ${id}. Check its id in the list of cases.`);
  return one;
}
