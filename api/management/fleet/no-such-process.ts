import { notFound, type Refusal } from '../../../domain/kernel/errors.ts';

/** The refusal of a name that no process of the gateway has. */
export function noSuchProcess(): Refusal {
  return notFound('There is no gateway process of this name. List the processes, and check the name.');
}
