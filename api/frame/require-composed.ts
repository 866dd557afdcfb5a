import { Refusal } from '../../domain/kernel/errors.ts';

/**
 * Returns a part that the deployment may lack.
 *
 * @throws Refusal `dependency_unavailable` if the part is not composed
 */
export function requireComposed<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined)
    throw new Refusal('dependency_unavailable', `This deployment has no ${name}. Ask its operator.`);
  return part;
}
