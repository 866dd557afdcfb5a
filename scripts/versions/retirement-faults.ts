import { requireSoundDeprecation } from '../../domain/kernel/deprecation.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { Contract } from './breaking-changes.ts';

/**
 * One sentence for each fault in the markers of a retired document. A retired document has all three markers, a sound
 * runway, and a successor that is not retired.
 */
export function retirementFaults({ info }: Contract, others: ReadonlyMap<string, Contract>): string[] {
  const { 'x-deprecation': since, 'x-sunset': sunset, 'x-superseded-by': successor } = info;
  if (since === undefined && sunset === undefined && successor === undefined) return [];
  if (since === undefined || sunset === undefined || successor === undefined)
    return ['A retired document needs `x-deprecation`, `x-sunset` and `x-superseded-by`. Add the missing ones.'];
  const next = others.get(successor);
  if (next === undefined || next.info['x-superseded-by'] !== undefined)
    return [`Its successor ${successor} must be a document of the project that is not retired.`];
  return runwayFaults({ since, sunset, link: successor });
}

function runwayFaults(markers: Parameters<typeof requireSoundDeprecation>[0]): string[] {
  try {
    requireSoundDeprecation(markers);
    return [];
  } catch (error) {
    if (error instanceof DefectError) return [error.message];
    throw error;
  }
}
