import { canActOnAll } from '../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';

/** The permissions of a caller now, each on the complete frozen scope of a run. */
export interface RunDisclosure {
  readonly mayReadCost: boolean;
  readonly mayReadDimensions: boolean;
}

/** The permissions of a caller on the environments of a run. */
export function runDisclosure(
  caller: Caller,
  workspace: WorkspaceTree,
  environmentIds: readonly string[],
): RunDisclosure {
  return {
    mayReadCost: canActOnAll(caller, workspace, environmentIds, 'cost.read'),
    mayReadDimensions: canActOnAll(caller, workspace, environmentIds, 'dimensions.read'),
  };
}

/**
 * True if a viewer may see the values of dimensions in the answer of a run. If spend ranks them, they also need
 * `cost.read`, because their order, and which values have a line, disclose spend.
 */
export function mayReadValues(
  { question }: Pick<ReportRunV1, 'question'>,
  { mayReadCost, mayReadDimensions }: RunDisclosure,
): boolean {
  return mayReadDimensions && (mayReadCost || question['ranked_by'] !== 'spend');
}
