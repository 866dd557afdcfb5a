import { Refusal } from '../../domain/kernel/errors.ts';

/**
 * A part that this deployment may lack.
 *
 * @throws Refusal `dependency_unavailable` when it is not composed
 */
export function composed<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined)
    throw new Refusal('dependency_unavailable', `This deployment has no ${name}. Ask its operator.`);
  return part;
}
