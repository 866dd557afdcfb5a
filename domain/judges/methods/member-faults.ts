import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { modelFamily } from '../../models/model-family.ts';
import type { DeclaredMethod, JudgedTier, PanelMemberSettings } from './judge-method.ts';
import { judgeTarget } from './judge-target.ts';

/** The model name that no judge may have. It stands for the ground truth, whose verdict would not be a measurement. */
const ORACLE = 'oracle';

/** The faults of a judge's model name. */
export function findModelFaults(model: string | undefined, path: DocumentPath): DocumentFault[] {
  return model === ORACLE ? [{ path, detail: 'must not be `oracle`: name the model that judges' }] : [];
}

/** The faults of a judge model that has the same family as a judged tier: models prefer answers of their own family. */
export function findFamilyFaults(
  model: string | undefined,
  tiers: readonly JudgedTier[],
  path: DocumentPath,
): DocumentFault[] {
  if (model === undefined || model === ORACLE) return [];
  const family = modelFamily(model);
  return tiers.flatMap((tier) =>
    tier.model !== undefined && modelFamily(tier.model) === family
      ? [
          {
            path,
            detail: `is of the family ${family}, like the tier ${tier.name ?? ''} (${tier.model}) that it judges: choose another family`,
          },
        ]
      : [],
  );
}

/** The fault of a rubric that the method does not use, or of a missing rubric that it requires. */
export function findRubricFaults(
  { id, needsRubric }: Pick<DeclaredMethod, 'id' | 'needsRubric'>,
  rubric: object | undefined,
  path: DocumentPath,
): DocumentFault[] {
  if (needsRubric) {
    return rubric === undefined ? [{ path, detail: `is required with the method \`${id}\`` }] : [];
  }
  return rubric === undefined ? [] : [{ path, detail: `cannot be used with the method \`${id}\`: omit it` }];
}

/** The refusal of a model that has no configured address, and whose family has no default. */
export function findAddressRefusals(
  seat: Pick<PanelMemberSettings, 'model' | 'endpoint_env'>,
  path: DocumentPath,
): DocumentFault[] {
  const { model, endpoint_env: variable } = seat;
  if (model === undefined || variable !== undefined || judgeTarget(model, undefined) !== undefined) return [];
  const detail = `is missing, and is required because the family ${modelFamily(model)} has no default address`;
  return [{ path: [...path, 'endpoint_env'], detail }];
}
