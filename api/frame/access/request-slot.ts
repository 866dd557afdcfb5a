import type { FastifyRequest } from 'fastify';
import { DefectError } from '../../../domain/kernel/errors.ts';

/** A typed slot of a request for a value that a hook finds and the handler needs. */
export interface RequestSlot<Value> {
  set(request: FastifyRequest, value: Value): void;
  /**
   * The value of the slot.
   * @throws DefectError if the route has no hook that fills the slot
   */
  of(request: FastifyRequest): Value;
  /** The value of the slot, if it is filled yet. */
  find(request: FastifyRequest): Value | undefined;
}

/** Creates a slot; `name` is its name in the text of the defect. */
export function requestSlot<Value extends object>(name: string): RequestSlot<Value> {
  const values = new WeakMap<FastifyRequest, Value>();
  return {
    set: (request, value) => void values.set(request, value),
    of(request) {
      const value = values.get(request);
      if (value === undefined) throw new DefectError(`The route ${request.url} has no hook that loads its ${name}.`);
      return value;
    },
    find: (request) => values.get(request),
  };
}
