import { TruetallyProblemError } from '../errors.ts';
import type { ManagementProblem } from './wire.ts';

/**
 * Thrown when the management plane answers with a problem document. Recognise it by its `code`; a later service of the
 * same epoch adds no codes. `nextAction` is always empty, because this plane names no next action.
 */
export class ManagementProblemError extends TruetallyProblemError {
  override readonly name: string = 'ManagementProblemError';
  declare readonly code: ManagementProblem['code'];
}
